//! wasmtime, set up once for the process: limits, the clock of deadlines, and the empty linker.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use wasmtime::component::{Component, Instance as Exports, InstancePre, Linker};
use wasmtime::{Config, Engine, OptLevel, Store, StoreLimits, StoreLimitsBuilder};

use super::{Instance, Table, cache};

/// How long a tick of the deadlines' clock is.
const TICK: Duration = Duration::from_millis(10);

/// What one instance may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of linear memory.
    pub memory: usize,
    /// Time of one call.
    pub deadline: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 1 << 30, deadline: Duration::from_secs(30) }
    }
}

/// The component, compiled and ready to be instantiated for any number of tenants.
pub struct Runtime {
    engine: Engine,
    pre: InstancePre<StoreLimits>,
    table: Arc<Table>,
    limits: Limits,
}

impl Runtime {
    /// Compiles the component at a path, or takes it from the cache.
    pub fn load(path: &Path, limits: Limits) -> anyhow::Result<Self> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::new(&bytes, cache::folder().as_deref(), limits)
            .with_context(|| format!("cannot load the component {}", path.display()))
    }

    /// The same from bytes. Fails when the component imports anything: the linker is empty.
    pub fn new(component: &[u8], cache: Option<&Path>, limits: Limits) -> anyhow::Result<Self> {
        let engine = Engine::new(&config()).map_err(|error| anyhow!("{error:#}"))?;
        let component = cache::load(&engine, component, cache).map_err(|error| anyhow!("{error:#}"))?;
        let pre = empty_linker(&engine, &component)?;
        let table = Arc::new(Table::new(&engine, &component)?);
        start_clock(&engine);
        Ok(Self { engine, pre, table, limits })
    }

    /// A fresh instance with a memory of its own.
    pub fn instantiate(&self) -> anyhow::Result<Instance> {
        let (store, exports) = self.enter()?;
        Instance::new(store, exports, self.table.clone(), self.ticks()).map_err(|error| anyhow!("{error:#}"))
    }

    /// The same, bare: its exports and the store that they live in.
    pub fn enter(&self) -> anyhow::Result<(Store<StoreLimits>, Exports)> {
        let limits = StoreLimitsBuilder::new().memory_size(self.limits.memory).build();
        let mut store = Store::new(&self.engine, limits);
        store.limiter(|limits| limits);
        store.set_epoch_deadline(self.ticks());
        let exports = self.pre.instantiate(&mut store).map_err(|error| anyhow!("{error:#}"))?;
        Ok((store, exports))
    }

    /// What compiles and runs, with its configuration.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Ticks that one call may take.
    fn ticks(&self) -> u64 {
        let ticks = self.limits.deadline.as_millis() / TICK.as_millis();
        u64::try_from(ticks).unwrap_or(u64::MAX / 2).saturating_add(1)
    }

    /// The operations that the component exports.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }
}

fn config() -> Config {
    let mut config = Config::new();
    config.epoch_interruption(true);
    config.cranelift_opt_level(OptLevel::Speed);
    config
}

fn empty_linker(engine: &Engine, component: &Component) -> anyhow::Result<InstancePre<StoreLimits>> {
    Linker::new(engine)
        .instantiate_pre(component)
        .map_err(|error| anyhow!("the component must import nothing: {error:#}"))
}

/// Counts ticks for as long as the engine lives.
fn start_clock(engine: &Engine) {
    let engine = engine.weak();
    std::thread::spawn(move || {
        while let Some(engine) = engine.upgrade() {
            engine.increment_epoch();
            drop(engine);
            std::thread::sleep(TICK);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(component (import "x" (func)))`, in bytes.
    const IMPORTS_A_FUNCTION: [u8; 23] = [
        0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00, // a component
        0x07, 0x05, 0x01, 0x40, 0x00, 0x01, 0x00, // a function type without parameters and results
        0x0a, 0x06, 0x01, 0x00, 0x01, b'x', 0x01, 0x00, // its import
    ];

    #[test]
    fn a_component_that_imports_anything_is_refused() {
        let refused = Runtime::new(&IMPORTS_A_FUNCTION, None, Limits::default()).err();
        let why = format!("{:#}", refused.expect("it imports x"));
        assert!(why.starts_with("the component must import nothing"), "{why}");
    }

    #[test]
    fn the_component_that_ships_runs_with_nothing_linked_into_it() {
        let path = super::super::find(None).expect("built by `cargo xtask component`");
        let component = fs::read(path).unwrap();
        let runtime = Runtime::new(&component, None, Limits::default()).unwrap();
        assert!(runtime.table().names().any(|name| name == "whyNot"));
        assert!(runtime.instantiate().is_ok());
    }

    #[test]
    fn a_compiled_component_is_kept_and_found_again() {
        let path = super::super::find(None).expect("built by `cargo xtask component`");
        let component = fs::read(path).unwrap();
        let cache = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            Runtime::new(&component, Some(cache.path()), Limits::default()).unwrap();
            assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 1);
        }
    }
}
