//! The floor under wasmtime, on the engine that runs the component.

use anyhow::{Context, anyhow};
use wasmtime::{Engine, Instance, Memory, Module, Store, TypedFunc};

/// An instance of the floor, filled.
pub struct Floor {
    store: Store<()>,
    memory: Memory,
    vector: TypedFunc<u32, u32>,
    aim: TypedFunc<u32, u32>,
    target: TypedFunc<u32, u32>,
    scan: TypedFunc<(), u32>,
    exact: TypedFunc<(), u32>,
    dimensions: usize,
}

impl Floor {
    /// Compiles the module and draws its rows.
    pub fn new(engine: &Engine, module: &[u8], rows: u32, dimensions: u32, low_rank: bool) -> anyhow::Result<Self> {
        Self::build(engine, module, rows, dimensions, low_rank).map_err(|error| anyhow!("the floor: {error:#}"))
    }

    fn build(engine: &Engine, module: &[u8], rows: u32, dimensions: u32, low_rank: bool) -> wasmtime::Result<Self> {
        let module = Module::new(engine, module)?;
        let mut store = Store::new(engine, ());
        store.set_epoch_deadline(u64::MAX / 2);
        let instance = Instance::new(&mut store, &module, &[])?;
        let fill = instance.get_typed_func::<(u32, u32, u32, u64), ()>(&mut store, "fill")?;
        fill.call(&mut store, (rows, dimensions, u32::from(low_rank), super::measure::SEED))?;
        Ok(Self {
            memory: instance.get_memory(&mut store, "memory").ok_or_else(|| wasmtime::Error::msg("no memory"))?,
            vector: instance.get_typed_func(&mut store, "vector")?,
            aim: instance.get_typed_func(&mut store, "aim")?,
            target: instance.get_typed_func(&mut store, "target")?,
            scan: instance.get_typed_func(&mut store, "scan")?,
            exact: instance.get_typed_func(&mut store, "exact")?,
            dimensions: dimensions as usize,
            store,
        })
    }

    /// The vector of a row.
    pub fn vector(&mut self, row: u32) -> anyhow::Result<Vec<f32>> {
        let at = self.vector.call(&mut self.store, row).map_err(trapped)?;
        self.floats(at)
    }

    /// Makes a query the next one to look for, and gives its vector.
    pub fn aim(&mut self, number: u32) -> anyhow::Result<Vec<f32>> {
        let at = self.aim.call(&mut self.store, number).map_err(trapped)?;
        self.floats(at)
    }

    /// The row that a query was drawn near.
    pub fn target(&mut self, number: u32) -> anyhow::Result<u32> {
        self.target.call(&mut self.store, number).map_err(trapped)
    }

    /// Scans. Where the best rows are, for `best`.
    pub fn scan(&mut self) -> anyhow::Result<u32> {
        self.scan.call(&mut self.store, ()).map_err(trapped)
    }

    /// The ten nearest rows by floats alone.
    pub fn exact(&mut self) -> anyhow::Result<Vec<u32>> {
        let at = self.exact.call(&mut self.store, ()).map_err(trapped)?;
        self.best(at)
    }

    /// The ten rows that a scan found.
    pub fn best(&self, at: u32) -> anyhow::Result<Vec<u32>> {
        self.words(at, 10, u32::from_le_bytes)
    }

    fn floats(&self, at: u32) -> anyhow::Result<Vec<f32>> {
        self.words(at, self.dimensions, f32::from_le_bytes)
    }

    fn words<T>(&self, at: u32, count: usize, read: fn([u8; 4]) -> T) -> anyhow::Result<Vec<T>> {
        let bytes = self.memory.data(&self.store).get(at as usize..).and_then(|bytes| bytes.get(..4 * count));
        let bytes = bytes.context("the floor pointed outside its memory")?;
        Ok(bytes.as_chunks().0.iter().copied().map(read).collect())
    }
}

fn trapped(error: wasmtime::Error) -> anyhow::Error {
    anyhow!("the floor stopped: {error:#}")
}
