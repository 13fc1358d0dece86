//! The file of an export: only its owner can read it, it is whole or not there, and it takes no other's place
//! unless that is said.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Outcome};

/// Refuses a path where something is, before anything is done.
pub fn check_free(path: &Path, force: bool) -> Outcome<()> {
    if !force && path.symlink_metadata().is_ok() {
        return Err(taken(path));
    }
    Ok(())
}

/// A file that is being written, beside the one that it is to be.
pub struct Draft<'a> {
    path: &'a Path,
    draft: PathBuf,
    file: Option<BufWriter<File>>,
}

impl<'a> Draft<'a> {
    /// An empty one.
    pub fn new(path: &'a Path) -> Outcome<Self> {
        let mut draft = path.as_os_str().to_owned();
        draft.push(format!(".{}.part", std::process::id()));
        let draft = PathBuf::from(draft);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&draft).map_err(|error| failed(path, &error))?;
        Ok(Self { path, draft, file: Some(BufWriter::new(file)) })
    }

    /// One more line.
    pub fn line(&mut self, line: &str) -> Outcome<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        writeln!(file, "{line}").map_err(|error| failed(self.path, &error))
    }

    /// It is whole: it takes its name.
    pub fn keep(mut self, force: bool) -> Outcome<()> {
        self.named(force).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => taken(self.path),
            _ => failed(self.path, &error),
        })
    }

    fn named(&mut self, force: bool) -> io::Result<()> {
        if let Some(file) = self.file.take() {
            file.into_inner()?.sync_all()?;
        }
        if force {
            fs::rename(&self.draft, self.path)?;
        } else {
            // Unlike a rename, a link takes nobody's place. Some file systems have none.
            match fs::hard_link(&self.draft, self.path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) if self.path.symlink_metadata().is_ok() => return Err(io::ErrorKind::AlreadyExists.into()),
                Err(_) => fs::rename(&self.draft, self.path)?,
                Ok(()) => fs::remove_file(&self.draft)?,
            }
        }
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Some file systems cannot sync a folder; the file is whole.
        let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        // What was kept has left it.
        let _ = fs::remove_file(&self.draft);
    }
}

impl fmt::Debug for Draft<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Draft({})", self.draft.display())
    }
}

/// The lines of a file by their numbers, without line ends; none is one that is no UTF-8.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = (u32, Option<&str>)> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = (1u32..).zip(bytes.split(|byte| *byte == b'\n'));
    lines.map(|(number, line)| (number, std::str::from_utf8(line.trim_ascii()).ok()))
}

/// The failure of a file.
pub fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::storage(path.display(), error)
}

fn taken(path: &Path) -> Failure {
    Failure::new("conflict", format!("{}: there is a file of this name; force (--force) overwrites it", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers() {
        let all: Vec<_> = lines(b"\xef\xbb\xbf{}\r\n\n\xff\nlast").collect();
        assert_eq!(all, [(1, Some("{}")), (2, Some("")), (3, None), (4, Some("last"))]);
    }
}
