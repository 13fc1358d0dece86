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
#[inline(always)]
pub(super) fn dot_bytes(query: &[i16], row: &[i8]) -> i32 {
    let length = query.len().min(row.len());
    let mut sums = Sums::new();
    let mut at = 0;
    while at + UNROLLED <= length {
        sums.add(query, row, at);
        sums.add(query, row, at + 32);
        at += UNROLLED;
    }
    while at + 8 <= length {
        sums.first = step(sums.first, query, row, at);
        at += 8;
    }
    sums.total()
}

/// Four running sums.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
struct Sums {
    first: core::arch::wasm32::v128,
    second: core::arch::wasm32::v128,
    third: core::arch::wasm32::v128,
    fourth: core::arch::wasm32::v128,
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Sums {
    #[inline(always)]
    fn new() -> Self {
        let zero = core::arch::wasm32::i32x4_splat(0);
        Self { first: zero, second: zero, third: zero, fourth: zero }
    }

    /// Adds the products of 32 elements from `at` on.
    #[inline(always)]
    fn add(&mut self, query: &[i16], row: &[i8], at: usize) {
        self.first = step(self.first, query, row, at);
        self.second = step(self.second, query, row, at + 8);
        self.third = step(self.third, query, row, at + 16);
        self.fourth = step(self.fourth, query, row, at + 24);
    }

    #[inline(always)]
    fn total(&self) -> i32 {
        use core::arch::wasm32::i32x4_add;
        across(i32x4_add(i32x4_add(self.first, self.second), i32x4_add(self.third, self.fourth)))
    }
}

/// Adds the products of eight elements from `at` on, which both slices have.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code)]
#[inline(always)]
fn step(sum: core::arch::wasm32::v128, query: &[i16], row: &[i8], at: usize) -> core::arch::wasm32::v128 {
    use core::arch::wasm32::{i16x8_load_extend_i8x8, i32x4_add, i32x4_dot_i16x8, v128_load};
    debug_assert!(at + 8 <= query.len() && at + 8 <= row.len());
    // SAFETY: callers keep `at` + 8 within both slices; loads need no alignment.
    let (q, r) = unsafe { (v128_load(query.as_ptr().add(at).cast()), i16x8_load_extend_i8x8(row.as_ptr().add(at))) };
    i32x4_add(sum, i32x4_dot_i16x8(q, r))
}

/// The sum of the four lanes.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
fn across(sum: core::arch::wasm32::v128) -> i32 {
    use core::arch::wasm32::i32x4_extract_lane;
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

/// As above. Written out: the component is built with little inlining, and this is where it counts.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
pub(super) fn dot_four(query: &[i16], rows: &[i8]) -> [i32; 4] {
    let stride = query.len();
    assert!(rows.len() >= 4 * stride && stride.is_multiple_of(LANES));
    let (second, third, fourth) = (&rows[stride..], &rows[2 * stride..], &rows[3 * stride..]);
    let mut sums = Sums::new();
    let mut at = 0;
    while at < stride {
        sums.first = step(step(sums.first, query, rows, at), query, rows, at + 8);
        sums.second = step(step(sums.second, query, second, at), query, second, at + 8);
        sums.third = step(step(sums.third, query, third, at), query, third, at + 8);
        sums.fourth = step(step(sums.fourth, query, fourth, at), query, fourth, at + 8);
        at += LANES;
    }
    [across(sums.first), across(sums.second), across(sums.third), across(sums.fourth)]
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
