//! A tenant's files, read without the writer's lock: on a disk that takes no writes, and beside a process
//! that writes.
//!
//! What is read is whole, though a writer may swap the snapshot and empty the journal meanwhile: both are
//! files of their own that are renamed into place, so a pair that was read is taken only if neither was
//! renamed since. A snapshot with the journal of before it is as good: the engine passes by the frames that
//! the snapshot has.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use super::directory::{JOURNAL, SNAPSHOT, folder_name};
use super::{Kept, Storage};
use crate::failure::{Failure, Outcome};

/// How often files are read that are swapped meanwhile.
const MOST_TRIES: u32 = 100;
/// How long a swap may take.
const PAUSE: Duration = Duration::from_millis(5);

/// A snapshot's number and time, and a journal's number.
type Pair = (Option<(u64, Option<SystemTime>)>, Option<u64>);

/// The files of one tenant, to be looked at.
#[derive(Debug)]
pub struct View {
    folder: PathBuf,
}

impl View {
    /// A view of a tenant's folder, where there is one with a store in it.
    pub fn open(base: &Path, tenant: &str) -> Outcome<Option<Self>> {
        let folder = base.join(folder_name(tenant)?);
        let holds = [SNAPSHOT, JOURNAL].iter().any(|name| folder.join(name).is_file());
        Ok(holds.then_some(Self { folder }))
    }

    fn read(&self) -> io::Result<Kept> {
        for _ in 0..MOST_TRIES {
            let before = self.pair()?;
            let kept = self.both()?;
            if self.pair()? == before {
                return Ok(kept);
            }
            thread::sleep(PAUSE);
        }
        Err(io::Error::new(io::ErrorKind::TimedOut, "the files were swapped each time that they were read"))
    }

    fn both(&self) -> io::Result<Kept> {
        Ok(Kept {
            snapshot: contents(&self.folder.join(SNAPSHOT))?,
            journal: contents(&self.folder.join(JOURNAL))?.unwrap_or_default(),
        })
    }

    /// Which files have the names now. A number may be given out again: a snapshot is told by its time too.
    fn pair(&self) -> io::Result<Pair> {
        let [snapshot, journal] = [SNAPSHOT, JOURNAL].map(|name| there(fs::metadata(self.folder.join(name))));
        Ok((snapshot?.map(|file| (number(&file), file.modified().ok())), journal?.map(|file| number(&file))))
    }
}

impl Storage for View {
    fn load(&mut self) -> Outcome<Kept> {
        self.read().map_err(|error| Failure::storage(self.folder.display(), &error))
    }

    fn append(&mut self, _bytes: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn replace(&mut self, _snapshot: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    /// A torn end is a write that is under way, or one that nobody may finish here: it was left out.
    fn cut(&mut self, _bytes: u64) -> io::Result<()> {
        Ok(())
    }

    fn sizes(&self) -> (u64, u64) {
        (0, 0)
    }

    fn is_view(&self) -> bool {
        true
    }
}

/// A file's bytes; none where there is no file.
fn contents(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let Some(mut file) = there(File::open(path))? else { return Ok(None) };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

#[cfg(unix)]
fn number(file: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(file)
}

#[cfg(not(unix))]
fn number(file: &Metadata) -> u64 {
    let made = file.created().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
    made.map_or(0, |made| made.as_nanos() as u64)
}

fn there<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Directory;
    use super::*;

    #[test]
    fn a_store_is_seen_beside_its_writer() {
        let base = tempfile::tempdir().unwrap();
        assert!(View::open(base.path(), "t").unwrap().is_none(), "a view makes no folder");
        let mut store = Directory::open(base.path(), "t").unwrap();
        store.append(b"one").unwrap();
        let mut view = View::open(base.path(), "t").unwrap().unwrap();
        let kept = view.load().unwrap();
        assert_eq!((kept.snapshot, kept.journal), (None, b"one".to_vec()));
        store.replace(b"all").unwrap();
        store.append(b"two").unwrap();
        let kept = view.load().unwrap();
        assert_eq!((kept.snapshot, kept.journal), (Some(b"all".to_vec()), b"two".to_vec()));
        assert!(view.append(b"x").is_err() && view.replace(b"x").is_err());
    }

    /// Snapshots and journals that do not belong together would be told by their numbers.
    #[test]
    fn what_is_seen_while_a_writer_swaps_belongs_together() {
        let base = tempfile::tempdir().unwrap();
        let mut store = Directory::open(base.path(), "t").unwrap();
        store.replace(&[0; 4096]).unwrap();
        let mut view = View::open(base.path(), "t").unwrap().unwrap();
        thread::scope(|scope| {
            let writer = scope.spawn(move || {
                for round in 1..=200_u8 {
                    store.append(&[round; 64]).unwrap();
                    store.replace(&[round; 4096]).unwrap();
                }
            });
            while !writer.is_finished() {
                let Kept { snapshot, journal } = view.load().unwrap();
                let snapshot = snapshot.unwrap();
                let round = snapshot[0];
                assert!(snapshot.len() == 4096 && snapshot.iter().all(|byte| *byte == round), "half of a snapshot");
                let next = journal.first().copied().unwrap_or(round);
                assert!(next == round || next == round + 1, "{round} and then {next}");
                assert!(journal.iter().all(|byte| *byte == next), "half of a journal");
            }
        });
    }
}
