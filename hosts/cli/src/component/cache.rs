//! The compiled component, kept so that a start need not compile.
//!
//! A file's name is the hash of the component's bytes and of wasmtime's own hash of its version,
//! the machine and the configuration: what does not fit is never looked at. Files are written
//! beside and renamed, readable by their owner alone. Where anything about a cached file is not as
//! this module leaves it, the component is compiled again.

use crate::render;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use wasmtime::Engine;
use wasmtime::component::Component;

/// Compiles a component, or takes the compiled one from the cache.
pub fn load(engine: &Engine, bytes: &[u8], folder: Option<&Path>) -> wasmtime::Result<Component> {
    let Some(path) = folder.map(|folder| folder.join(name(engine, bytes))) else {
        return Component::new(engine, bytes);
    };
    if let Some(component) = read(engine, &path) {
        return Ok(component);
    }
    let component = Component::new(engine, bytes)?;
    // A cache that cannot be written costs time at the next start, and nothing else.
    let _ = component.serialize().map(|compiled| write(&path, &compiled));
    Ok(component)
}

/// The folder of the cache: `MEMOLET_CACHE`, else the user's cache folder.
pub fn folder() -> Option<PathBuf> {
    std::env::var_os("MEMOLET_CACHE")
        .map(PathBuf::from)
        .or_else(|| directories::ProjectDirs::from("", "", "memolet").map(|dirs| dirs.cache_dir().to_path_buf()))
}

fn name(engine: &Engine, bytes: &[u8]) -> String {
    let mut hash = Hash256(Sha256::new());
    hash.0.update(bytes);
    engine.precompile_compatibility_hash().hash(&mut hash);
    format!("{}.cwasm", render::hex(&hash.0.finalize()))
}

fn read(engine: &Engine, path: &Path) -> Option<Component> {
    if !is_ours(path) {
        return None;
    }
    // SAFETY: wasmtime trusts what it deserialises. The file has the name that `write` gave to what
    // wasmtime serialised of the same component under the same configuration, was renamed into
    // place whole, and nobody but its owner can have written to it since.
    #[allow(unsafe_code)]
    unsafe {
        Component::deserialize_file(engine, path).ok()
    }
}

/// A regular file that only its owner can write.
#[cfg(unix)]
fn is_ours(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = fs::metadata("/proc/self").map(|own| own.uid());
    fs::symlink_metadata(path)
        .is_ok_and(|file| file.is_file() && file.mode() & 0o022 == 0 && owner.map_or(true, |owner| owner == file.uid()))
}

#[cfg(not(unix))]
fn is_ours(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|file| file.is_file())
}

fn write(path: &Path, compiled: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let draft = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = create(&draft).and_then(|mut file| {
        file.write_all(compiled)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&draft, path)).inspect_err(|_| {
        let _ = fs::remove_file(&draft);
    })
}

fn create(path: &Path) -> std::io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Takes what `Hash` feeds it into SHA-256: std's own hashers promise nothing across versions.
struct Hash256(Sha256);

impl Hasher for Hash256 {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let digest = self.0.clone().finalize();
        digest.iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    }
}
