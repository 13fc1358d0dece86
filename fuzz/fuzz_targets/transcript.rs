//! The readers of the CLI's transcripts. The CLI is no library, so their files are compiled in.

#![no_main]
#![allow(dead_code)]

#[path = "../../hosts/cli/src/failure.rs"]
mod failure;
#[path = "../../hosts/cli/src/time.rs"]
mod time;
mod transcript {
    #[path = "../../../hosts/cli/src/transcript/formats/mod.rs"]
    pub mod formats;
    #[path = "../../../hosts/cli/src/transcript/turn.rs"]
    pub mod turn;
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    memolet_fuzz::within_text(input.len(), || transcript::formats::read(input));
});
