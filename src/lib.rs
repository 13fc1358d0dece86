//! memolet
