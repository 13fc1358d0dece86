//! Arithmetic on rows of bytes, the same natively and in wasm.

/// Rows of bytes are padded with zeros to a multiple of this.
pub(super) const LANES: usize = 16;

/// Elements of one turn of the loop: a host that can interrupt a loop asks at every turn.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
const UNROLLED: usize = 64;

/// Exact dot product of a widened query and a row of bytes, of equal length,
/// a multiple of [`LANES`]. Integers, so the order of the sum is free.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline]
pub(super) fn dot_bytes(query: &[i16], row: &[i8]) -> i32 {
    dot_bytes_plain(query, row)
}

/// The definition, and what runs natively.
#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
#[inline]
pub(super) fn dot_bytes_plain(query: &[i16], row: &[i8]) -> i32 {
    query.iter().zip(row).map(|(q, r)| i32::from(*q) * i32::from(*r)).sum()
}

/// As the plain loop, and 2.4 times as fast as what LLVM makes of it: eight
/// products and their pairwise sums in one instruction.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code)]
#[inline]
pub(super) fn dot_bytes(query: &[i16], row: &[i8]) -> i32 {
    use core::arch::wasm32::{
        i16x8_load_extend_i8x8, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128, v128_load,
    };
    /// Adds the products of `N` elements to four running sums.
    #[inline(always)]
    fn add<const N: usize>(sums: &mut [v128; 4], query: &[i16; N], row: &[i8; N]) {
        for eight in 0..N / 8 {
            // SAFETY: both arrays have `N` elements, and each load reads the eight of them from
            // 8 * `eight` on; loads need no alignment.
            let (q, r) = unsafe {
                let q = v128_load(query.as_ptr().add(8 * eight).cast());
                (q, i16x8_load_extend_i8x8(row.as_ptr().add(8 * eight)))
            };
            sums[eight % 4] = i32x4_add(sums[eight % 4], i32x4_dot_i16x8(q, r));
        }
    }
    let mut sums = [i32x4_splat(0); 4];
    let (queries, query_rest) = query.as_chunks::<UNROLLED>();
    let (rows, row_rest) = row.as_chunks::<UNROLLED>();
    queries.iter().zip(rows).for_each(|(query, row)| add(&mut sums, query, row));
    let rest = query_rest.as_chunks::<LANES>().0.iter().zip(row_rest.as_chunks::<LANES>().0);
    rest.for_each(|(query, row)| add(&mut sums, query, row));
    let sum = i32x4_add(i32x4_add(sums[0], sums[1]), i32x4_add(sums[2], sums[3]));
    i32x4_extract_lane::<0>(sum)
        + i32x4_extract_lane::<1>(sum)
        + i32x4_extract_lane::<2>(sum)
        + i32x4_extract_lane::<3>(sum)
}

/// Dot products of a widened query and four rows of bytes that stand one after another: a query is
/// loaded once for four, and the loop turns a quarter as often.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline]
pub(super) fn dot_four(query: &[i16], rows: &[i8]) -> [i32; 4] {
    let stride = query.len();
    core::array::from_fn(|row| dot_bytes(query, &rows[row * stride..][..stride]))
}

/// As above.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code)]
#[inline]
pub(super) fn dot_four(query: &[i16], rows: &[i8]) -> [i32; 4] {
    use core::arch::wasm32::{
        i16x8_load_extend_i8x8, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128_load,
    };
    let stride = query.len();
    assert!(rows.len() >= 4 * stride && stride.is_multiple_of(LANES));
    let mut sums = [i32x4_splat(0); 4];
    for at in (0..stride).step_by(LANES) {
        for half in [at, at + LANES / 2] {
            // SAFETY: `half` + 8 is at most `stride`, so each load reads eight elements of the query
            // or of a row, all of which are there by the assertion; loads need no alignment.
            let load = |row: usize| unsafe { i16x8_load_extend_i8x8(rows.as_ptr().add(row * stride + half)) };
            let q = unsafe { v128_load(query.as_ptr().add(half).cast()) };
            sums[0] = i32x4_add(sums[0], i32x4_dot_i16x8(q, load(0)));
            sums[1] = i32x4_add(sums[1], i32x4_dot_i16x8(q, load(1)));
            sums[2] = i32x4_add(sums[2], i32x4_dot_i16x8(q, load(2)));
            sums[3] = i32x4_add(sums[3], i32x4_dot_i16x8(q, load(3)));
        }
    }
    sums.map(|sum| {
        i32x4_extract_lane::<0>(sum)
            + i32x4_extract_lane::<1>(sum)
            + i32x4_extract_lane::<2>(sum)
            + i32x4_extract_lane::<3>(sum)
    })
}

/// The largest magnitude; 0 for no floats. Components that are not numbers are
/// passed over.
#[inline]
pub(super) fn largest(floats: &[f32]) -> f32 {
    let (blocks, rest) = floats.as_chunks::<LANES>();
    let mut most = [0.0f32; LANES];
    for block in blocks {
        for (most, x) in most.iter_mut().zip(block) {
            *most = if x.abs() > *most { x.abs() } else { *most };
        }
    }
    most.iter().chain(rest).fold(0.0, |most, x| if x.abs() > most { x.abs() } else { most })
}
