#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| memolet_fuzz::reply(input));
