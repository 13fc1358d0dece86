//! What a panic would say, left out of a module whose panics nobody can read: the target has no standard
//! error and imports nothing, so a host sees a trap with or without the words. The trap stays where it was.

use std::ops::Range;

use anyhow::{Context, ensure};
use rustc_demangle::demangle;
use walrus::{ConstExpr, Data, DataKind, FunctionBuilder, FunctionId, FunctionKind, Module, ir::Value};

/// Functions of the standard library that make the words and trap, without the hashes in their names.
const SAYING: [&str; 12] = [
    "core::panicking::",
    "core::option::unwrap_failed",
    "core::option::expect_failed",
    "core::result::unwrap_failed",
    "core::cell::panic_already_",
    "core::slice::index::slice_index_fail",
    "core::slice::copy_from_slice_impl::len_mismatch_fail",
    "core::slice::sort::shared::smallsort::panic_on_ord_violation",
    "core::str::slice_error_fail",
    "alloc::raw_vec::handle_error",
    "alloc::alloc::handle_alloc_error",
    "__rustc::rust_begin_unwind",
];

/// The same of a method, by its end.
const METHODS_SAYING: &str = "::assert_failed";

/// Puts a bare trap in the place of each function that would speak, and zeros where the standard library
/// keeps from where it would: Binaryen leaves zeros out. The module needs its names.
pub fn silence(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut module = Module::from_buffer(module)?;
    let speaks = |name: &str| SAYING.iter().any(|start| name.starts_with(start)) || name.ends_with(METHODS_SAYING);
    let named = module.funcs.iter().filter_map(|function| Some((function.id(), plain(function.name.as_deref()?))));
    let speaking: Vec<_> = named.filter(|(_, name)| speaks(name)).collect();
    ensure!(speaking.len() > SAYING.len() / 2, "the standard library's panics have other names: see {}", file!());
    for (function, name) in speaking {
        trap(&mut module, function).with_context(|| format!("cannot silence {name}"))?;
    }
    ensure!(forget_places(&mut module) > 0, "the standard library's panics lie elsewhere: see {}", file!());
    Ok(module.emit_wasm())
}

/// Zeros every `Location` and the paths that they name, and gives how many there were.
fn forget_places(module: &mut Module) -> usize {
    let (mut places, segments) = (0, module.data.iter().map(Data::id).collect::<Vec<_>>());
    for segment in segments {
        let data = module.data.get_mut(segment);
        let DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } = data.kind else { continue };
        let found: Vec<_> = (0..data.value.len()).step_by(4).filter_map(|at| place(&data.value, start, at)).collect();
        places += found.len();
        found.into_iter().flatten().for_each(|part| data.value[part].fill(0));
    }
    places
}

/// Where a `Location` and its path lie, if there is one: the address and the length of a path in the same
/// segment, a line and a column.
fn place(data: &[u8], start: i32, at: usize) -> Option<[Range<usize>; 2]> {
    let word = |word: usize| Some(u32::from_le_bytes(*data.get(at + 4 * word..)?.first_chunk()?) as usize);
    let path = word(0)?.checked_sub(usize::try_from(start).ok()?)?;
    let path = path..path.checked_add(word(1)?)?;
    let numbers = (1..100_000).contains(&word(2)?) && (1..1_000).contains(&word(3)?);
    (numbers && data.get(path.clone())?.ends_with(b".rs")).then_some([at..at + 16, path])
}

/// A name as it is written in Rust, without the hash of its crate.
fn plain(name: &str) -> String {
    let name = format!("{:#}", demangle(name));
    let mut parts = name.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once(']').map_or(part, |(_, rest)| rest))
}

fn trap(module: &mut Module, function: FunctionId) -> anyhow::Result<()> {
    let (takes, gives) = module.types.params_results(module.funcs.get(function).ty());
    ensure!(gives.is_empty(), "it returns");
    let takes = takes.to_vec();
    let FunctionKind::Local(local) = &mut module.funcs.get_mut(function).kind else { return Ok(()) };
    let arguments = std::mem::take(&mut local.args);
    let mut body = FunctionBuilder::new(&mut module.types, &takes, &[]);
    body.func_body().unreachable();
    module.funcs.get_mut(function).kind = FunctionKind::Local(body.local_func(arguments));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{place, plain};

    #[test]
    fn a_name_loses_the_hash_of_its_crate() {
        assert_eq!(plain("core[c5930c85a12de822]::option::unwrap_failed"), "core::option::unwrap_failed");
        assert_eq!(
            plain("<alloc[3c]::vec::Vec<_, _>>::remove::assert_failed"),
            "<alloc::vec::Vec<_, _>>::remove::assert_failed"
        );
        assert_eq!(plain("core::ptr::drop"), "core::ptr::drop");
        assert_eq!(plain("_ZN4core9panicking9panic_fmt17h0123456789abcdefE"), "core::panicking::panic_fmt");
    }

    #[test]
    fn a_location_is_found_with_its_path() {
        let words = |words: [u32; 4]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
        let with_path = |location: Vec<u8>| [&b"src/text.rs\0"[..], &location].concat();
        assert_eq!(place(&with_path(words([1_000, 11, 7, 9])), 1_000, 12), Some([12..28, 0..11]));
        assert_eq!(place(&with_path(words([1_000, 10, 7, 9])), 1_000, 12), None, "another string");
        assert_eq!(place(&with_path(words([1_000, 11, 0, 9])), 1_000, 12), None, "a string and two numbers");
        assert_eq!(place(&with_path(words([999, 11, 7, 9])), 1_000, 12), None, "another segment");
        assert_eq!(place(&with_path(words([1_000, u32::MAX, 7, 9])), 1_000, 12), None);
    }
}
