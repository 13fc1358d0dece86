//! What cargo calls with a wasm test's module: `.cargo/config.toml` says so. It starts Chromium and runs the
//! test there.

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
