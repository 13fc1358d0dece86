//! A store in a directory: `DIR/TENANT/{snapshot,journal,lock}`.
//!
//! Whatever moment the process or the machine dies in, what was acknowledged is there after. An
//! append is written and synced. A replacement goes through two drafts:
//!
//! 1. `snapshot.next` is written and synced, then an empty `journal.next`;
//! 2. `snapshot.next` is renamed over `snapshot`: from here on the replacement has happened;
//! 3. `journal.next` is renamed over `journal`;
//! 4. the bytes of both old files, which have no name any more, are overwritten.
//!
//! A `journal.next` without a `snapshot.next` says that the process died between 2 and 3, and the
//! next opening does what is left. Any other draft is dropped.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Kept, Storage};
use crate::failure::{Failure, Outcome};

pub(super) const SNAPSHOT: &str = "snapshot";
pub(super) const JOURNAL: &str = "journal";
const LOCK: &str = "lock";
/// The longest name of a tenant's folder.
const LONGEST_NAME: usize = 240;

/// The files of one tenant, locked for as long as this lives.
#[derive(Debug)]
pub struct Directory {
    folder: PathBuf,
    journal: File,
    journal_bytes: u64,
    snapshot_bytes: u64,
    _lock: File,
}

impl Directory {
    /// Opens a tenant's folder, making it when it is not there. Another writer: `locked`.
    pub fn open(base: &Path, tenant: &str) -> Outcome<Self> {
        let folder = base.join(folder_name(tenant)?);
        make_folder(&folder).map_err(|error| failed(&folder, &error))?;
        let lock = lock(&folder)?;
        Self::recover(folder.clone(), lock).map_err(|error| failed(&folder, &error))
    }

    fn recover(folder: PathBuf, lock: File) -> io::Result<Self> {
        finish_replacement(&folder)?;
        let path = folder.join(JOURNAL);
        let is_new = !path.exists();
        let journal = private().read(true).append(true).create(true).open(&path)?;
        if is_new {
            journal.sync_all()?;
            sync_folder(&folder)?;
        }
        Ok(Self {
            journal_bytes: journal.metadata()?.len(),
            snapshot_bytes: fs::metadata(folder.join(SNAPSHOT)).map_or(0, |file| file.len()),
            folder,
            journal,
            _lock: lock,
        })
    }

    fn draft(&self, snapshot: &[u8]) -> io::Result<()> {
        write_draft(&self.folder.join(next(SNAPSHOT)), snapshot)?;
        write_draft(&self.folder.join(next(JOURNAL)), &[])?;
        sync_folder(&self.folder)
    }

    fn read(&mut self) -> io::Result<Kept> {
        let snapshot = match fs::read(self.folder.join(SNAPSHOT)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            read => Some(read?),
        };
        let mut journal = Vec::new();
        self.journal.seek(SeekFrom::Start(0))?;
        self.journal.read_to_end(&mut journal)?;
        Ok(Kept { snapshot, journal })
    }
}

impl Storage for Directory {
    fn load(&mut self) -> Outcome<Kept> {
        self.read().map_err(|error| failed(&self.folder, &error))
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = self.journal.write_all(bytes).and_then(|()| self.journal.sync_data());
        match written {
            Ok(()) => self.journal_bytes += bytes.len() as u64,
            // Best effort: where even this fails, the engine finds a torn frame when it opens.
            Err(_) => drop(self.journal.set_len(self.journal_bytes)),
        }
        written
    }

    fn replace(&mut self, snapshot: &[u8]) -> io::Result<()> {
        if let Err(error) = self.draft(snapshot) {
            // Half a draft would take the room that a full disk has not. What cannot be removed now is dropped
            // when the store is opened.
            let _ = drop_drafts(&self.folder);
            return Err(error);
        }
        switch(&self.folder, SNAPSHOT)?;
        switch(&self.folder, JOURNAL)?;
        self.journal = private().read(true).append(true).open(self.folder.join(JOURNAL))?;
        self.journal_bytes = 0;
        self.snapshot_bytes = snapshot.len() as u64;
        Ok(())
    }

    fn cut(&mut self, bytes: u64) -> io::Result<()> {
        self.journal_bytes = self.journal_bytes.saturating_sub(bytes);
        self.journal.set_len(self.journal_bytes)?;
        self.journal.sync_all()
    }

    fn sizes(&self) -> (u64, u64) {
        (self.snapshot_bytes, self.journal_bytes)
    }
}

/// A tenant's name as that of a folder, one to one: everything but `a-z 0-9 _ -` is escaped, so that
/// names differ on file systems that ignore case too.
pub(super) fn folder_name(tenant: &str) -> Outcome<String> {
    if tenant.is_empty() || tenant.chars().any(char::is_control) {
        return Err(Failure::invalid("tenant: must not be empty or have control characters"));
    }
    let mut name = String::new();
    for byte in tenant.bytes() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' => name.push(char::from(byte)),
            _ => name.push_str(&format!("%{byte:02x}")),
        }
    }
    if name.len() > LONGEST_NAME {
        return Err(Failure::invalid("tenant: too long for the name of a folder"));
    }
    Ok(name)
}

fn lock(folder: &Path) -> Outcome<File> {
    let path = folder.join(LOCK);
    let file = private().write(true).create(true).truncate(false).open(&path).map_err(|error| failed(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::new("locked", format!("another process has {} open; one at a time may", folder.display())))
        }
        Err(TryLockError::Error(error)) => Err(failed(&path, &error)),
    }
}

fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    folder.parent().map_or(Ok(()), sync_folder)
}

/// Does what is left of a replacement that a crash cut short.
fn finish_replacement(folder: &Path) -> io::Result<()> {
    let (snapshot, journal) = (folder.join(next(SNAPSHOT)), folder.join(next(JOURNAL)));
    match (snapshot.exists(), journal.exists()) {
        (false, false) => Ok(()),
        (false, true) => switch(folder, JOURNAL),
        (true, _) => drop_drafts(folder),
    }
}

/// Drops the drafts of a replacement that did not happen.
fn drop_drafts(folder: &Path) -> io::Result<()> {
    let (snapshot, journal) = (folder.join(next(SNAPSHOT)), folder.join(next(JOURNAL)));
    match fs::remove_file(&journal) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    // The journal's draft goes first, and for certain: alone it would mean the opposite.
    sync_folder(folder)?;
    overwrite(&mut private().write(true).open(&snapshot)?)?;
    fs::remove_file(&snapshot)?;
    sync_folder(folder)
}

/// Renames a draft over its file, then overwrites what the file was.
fn switch(folder: &Path, name: &str) -> io::Result<()> {
    let path = folder.join(name);
    let old = private().write(true).open(&path);
    fs::rename(folder.join(next(name)), &path)?;
    sync_folder(folder)?;
    match old {
        Ok(mut old) => overwrite(&mut old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn overwrite(file: &mut File) -> io::Result<()> {
    let mut left = file.metadata()?.len();
    let zeros = vec![0; 64 << 10];
    file.seek(SeekFrom::Start(0))?;
    while left > 0 {
        let some = left.min(zeros.len() as u64);
        file.write_all(&zeros[..some as usize])?;
        left -= some;
    }
    file.sync_data()
}

fn write_draft(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = private().write(true).create(true).truncate(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn next(name: &str) -> String {
    format!("{name}.next")
}

/// Files that only their owner can read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::storage(path.display(), error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(base: &Path) -> Directory {
        Directory::open(base, "t").unwrap()
    }

    fn kept(directory: &mut Directory) -> (Option<Vec<u8>>, Vec<u8>) {
        let kept = directory.load().unwrap();
        (kept.snapshot, kept.journal)
    }

    #[test]
    fn what_was_written_is_there_after() {
        let base = tempfile::tempdir().unwrap();
        let mut store = open(base.path());
        assert!(store.load().unwrap().is_empty());
        store.append(b"one").unwrap();
        store.append(b"two").unwrap();
        drop(store);
        let mut store = open(base.path());
        assert_eq!(kept(&mut store), (None, b"onetwo".to_vec()));
        store.cut(2).unwrap();
        store.append(b"!").unwrap();
        assert_eq!(kept(&mut store), (None, b"onet!".to_vec()));
        store.replace(b"all").unwrap();
        store.append(b"more").unwrap();
        assert_eq!(store.sizes(), (3, 4));
        drop(store);
        assert_eq!(kept(&mut open(base.path())), (Some(b"all".to_vec()), b"more".to_vec()));
    }

    #[test]
    fn a_replacement_cut_short_is_finished_or_dropped() {
        for (drafts, expected) in [
            (&["snapshot.next"][..], (Some(b"old".to_vec()), b"j".to_vec())),
            (&["snapshot.next", "journal.next"], (Some(b"old".to_vec()), b"j".to_vec())),
            (&["journal.next"], (Some(b"old".to_vec()), Vec::new())),
        ] {
            let base = tempfile::tempdir().unwrap();
            let mut store = open(base.path());
            store.replace(b"old").unwrap();
            store.append(b"j").unwrap();
            drop(store);
            for draft in drafts {
                fs::write(base.path().join("t").join(draft), b"").unwrap();
            }
            assert_eq!(kept(&mut open(base.path())), expected, "{drafts:?}");
            let files = fs::read_dir(base.path().join("t")).unwrap().count();
            assert_eq!(files, 3, "no draft is left of {drafts:?}");
        }
    }

    #[test]
    fn one_writer() {
        let base = tempfile::tempdir().unwrap();
        let first = open(base.path());
        assert_eq!(Directory::open(base.path(), "t").unwrap_err().tag, "locked");
        assert!(Directory::open(base.path(), "u").is_ok());
        drop(first);
        assert!(Directory::open(base.path(), "t").is_ok());
    }

    /// The device of this name has no room, ever.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_named_and_loses_nothing() {
        let base = tempfile::tempdir().unwrap();
        let mut store = open(base.path());
        store.replace(b"old").unwrap();
        drop(store);
        let journal = base.path().join("t").join(JOURNAL);
        fs::remove_file(&journal).unwrap();
        std::os::unix::fs::symlink("/dev/full", &journal).unwrap();
        let mut store = open(base.path());
        let error = store.append(b"more").unwrap_err();
        assert_eq!(Failure::storage("could not be stored", &error).tag, "full");
        drop(store);
        fs::remove_file(&journal).unwrap();
        assert_eq!(kept(&mut open(base.path())), (Some(b"old".to_vec()), Vec::new()));
    }

    #[test]
    fn tenants_never_share_a_folder() {
        assert_eq!(folder_name("acme-1_a").unwrap(), "acme-1_a");
        assert_eq!(folder_name("Acme").unwrap(), "%41cme");
        assert_eq!(folder_name("..").unwrap(), "%2e%2e");
        assert_eq!(folder_name("a/b%41").unwrap(), "a%2fb%2541");
        assert_eq!(folder_name("é").unwrap(), "%c3%a9");
        assert!(folder_name("").is_err());
        assert!(folder_name("a\n").is_err());
        assert!(folder_name(&"é".repeat(100)).is_err());
    }
}
