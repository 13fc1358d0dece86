//! Every input that fuzzing kept, through the same functions without a fuzzer: no panic, no more memory
//! than its size allows. `docs/fuzzing.md` says how the corpora came to be.

#![allow(clippy::unwrap_used, clippy::panic)]

#[allow(dead_code, missing_debug_implementations)]
#[path = "../fuzz/src/lib.rs"]
mod fuzz;

use std::path::Path;

/// Gives each file of a corpus to a target; the name of one that fails is the last that was printed.
fn each(target: &str, act: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 2, "{target} has a corpus");
    for file in files {
        println!("{}", file.display());
        act(&std::fs::read(&file).unwrap());
    }
}

macro_rules! corpora {
    ($($target:ident)*) => {$(
        #[test]
        fn $target() {
            each(stringify!($target), fuzz::$target);
        }
    )*};
}

corpora! { journal snapshot table filter policy reply }

#[test]
fn wrapped_inputs_are_what_they_wrap() {
    let mut engine = fuzz::stores::open(&[]);
    fuzz::stores::tell(&mut engine);
    let snapshot = engine.snapshot().unwrap();
    assert_eq!(fuzz::wrap::snapshot(&fuzz::wrap::from_snapshot(&snapshot)), snapshot);
    for which in 0..3 {
        assert_ne!(fuzz::stores::asking(which).1, 0);
    }
}

/// A change of the checksum left these at their first header, where nothing behind it was tried:
/// `cargo run --manifest-path fuzz/Cargo.toml --bin seeds` writes them again.
#[test]
fn whole_inputs_are_of_this_format() {
    let read = |target: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let whole: Vec<_> = files.filter(|file| file.to_string_lossy().ends_with("-whole")).collect();
        assert!(!whole.is_empty(), "{target}");
        whole.into_iter().map(|file| std::fs::read(file).unwrap()[1..].to_vec())
    };
    for journal in read("journal") {
        memolet::Engine::open(fuzz::stores::options(), None, &journal, fuzz::stores::NOW).unwrap();
    }
    for snapshot in read("snapshot") {
        memolet::Engine::open(fuzz::stores::options(), Some(&snapshot), &[], fuzz::stores::NOW).unwrap();
    }
    for table in read("table") {
        memolet::embed::Embedder::load(table).unwrap();
    }
}
