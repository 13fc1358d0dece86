//! Tokens as in the reference, vectors of unit length, and no bytes that make the engine panic.

use proptest::prelude::*;

use crate::checksum;

use super::format::{Row, pack};
use super::{Embedder, MAX_CHARACTERS, MAX_TOKENS, TableError};

static ASSET: &[u8] = include_bytes!("../../assets/potion-base-8m-128.bin");

fn shipped() -> Embedder {
    Embedder::load(ASSET).unwrap()
}

fn pieces(text: &str) -> String {
    shipped().pieces(text).join(" ")
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn row(word: &str, continues: bool, level: i8) -> Row {
    Row { word: word.to_owned(), continues, scale: 0.5, levels: vec![level, 1, -8, 7] }
}

/// Four dimensions, four words: small enough to break in every place.
fn tiny() -> Vec<u8> {
    let rows = [row("b", true, 4), row("a", false, 1), row("ab", false, 2), row("a", true, 3)];
    pack("tiny", 4, &rows).unwrap()
}

/// The bytes with a checksum that fits them, so that the rules behind it are reached.
fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
    if let Some((body, checksum)) = bytes.split_last_chunk_mut::<4>() {
        *checksum = checksum::of(body).to_le_bytes();
    }
    bytes
}

#[test]
fn the_shipped_table_is_what_its_readme_says() {
    let embedder = shipped();
    assert_eq!(embedder.name(), "potion-base-8m-128");
    assert_eq!(embedder.dimensions(), 128);
    assert_eq!(embedder.table.len(), 29_523);
    assert_eq!(Embedder::load(ASSET.to_vec()).unwrap().embed("owned"), embedder.embed("owned"));
}

#[test]
fn words_are_cut_as_in_the_reference() {
    // Left: text. Right: what Hugging Face tokenizers 0.23.3 gives, [UNK] left out; but it takes
    // the last text for special tokens, and we do not.
    let cases = [
        ("", ""),
        (" \t\r\n\u{3000}", ""),
        ("I went to a LGBTQ support group", "i went to a lgbt ##q support group"),
        ("I'm done...", "i ' m done . . ."),
        ("a+b=$c^2", "a + b = $ c ^ 2"),
        ("Ünïcödé CAFÉ", "unicode cafe"),
        ("cafe\u{301} i\u{307}stanbul İSTANBUL", "cafe istanbul istanbul"),
        ("soft\u{ad}hyphen zero\u{200b}width", "soft ##hy ##ph ##en zero ##wi ##dt ##h"),
        ("tab\tnew\nline\u{b}drop", "tab new lined ##rop"),
        ("東京taxi", "東 京 taxi"),
        ("한국어", "ᄒ ##ᅡ ##ᆫ ##ᄀ ##ᅮ ##ᆨ ##ᄋ ##ᅥ"),
        ("hello😀 world 😀", "world"),
        ("unaffable", "una ##ffa ##ble"),
        ("ΑΣ", "α ##σ"),
        ("[CLS] [UNK]", "[ cl ##s ] [ un ##k ]"),
    ];
    for (text, expected) in cases {
        assert_eq!(pieces(text), expected, "{text:?}");
    }
}

#[test]
fn a_word_of_more_than_a_hundred_characters_is_unknown() {
    assert!(!pieces(&"a".repeat(100)).is_empty());
    assert_eq!(pieces(&"a".repeat(101)), "");
    assert_eq!(pieces(&format!("one {} two", "é".repeat(5_000))), "one two");
}

#[test]
fn work_is_bounded_and_the_rest_does_not_count() {
    let embedder = shipped();
    assert_eq!(embedder.token_count(&"word ".repeat(MAX_TOKENS + 9)), MAX_TOKENS);
    let head = "word ".repeat(MAX_TOKENS);
    assert_eq!(embedder.embed(&format!("{head} other")), embedder.embed(&head));
    assert_eq!(embedder.token_count(&format!("{}late", "\n".repeat(MAX_CHARACTERS))), 0);
    // Unknown words count towards the bound, as they do in the reference.
    assert_eq!(embedder.token_count(&format!("{}late", "😀 ".repeat(MAX_TOKENS))), 0);
    // A word that crosses the bound gives its first pieces.
    assert_eq!(embedder.token_count(&format!("{}unaffable", "a ".repeat(MAX_TOKENS - 2))), MAX_TOKENS);
}

#[test]
fn vectors_are_of_unit_length_or_zero() {
    let embedder = shipped();
    for text in ["a", "The quick brown fox.", "naïve 東京", &"long text ".repeat(400)] {
        let vector = embedder.embed(text);
        assert_eq!(vector.len(), 128);
        assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-5, "{text:?}");
    }
    for text in ["", "   ", "😀😀", "\u{0}\u{fffd}"] {
        assert_eq!(embedder.embed(text), vec![0.0; 128], "{text:?}");
    }
}

#[test]
fn vectors_are_the_same_bits_everywhere() {
    // The same figure came from wasm32 with simd128 in Node and from x86-64.
    let text = "[1:56 pm on 8 May, 2023] Caroline: I went to a LGBTQ support group yesterday and it \
                was so powerful, naïve café 東京 😀.";
    let bytes: Vec<u8> = shipped().embed(text).iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(checksum::of(&bytes), 0x1c31_aa36);
}

#[test]
fn related_sentences_are_closer_than_unrelated_ones() {
    let embedder = shipped();
    let near = |a: &str, b: &str| cosine(&embedder.embed(a), &embedder.embed(b));
    let cases = [
        ("My dog loves the park", "The puppy ran through the garden", "Interest rates rose again"),
        ("She is allergic to peanuts", "He cannot eat nuts", "The train leaves at noon"),
        ("We moved to Berlin last year", "They live in Germany now", "I prefer tea to coffee"),
    ];
    for (text, related, unrelated) in cases {
        assert!(near(text, related) > near(text, unrelated) + 0.1, "{text}");
    }
}

#[test]
fn a_row_is_scale_times_level() {
    let embedder = Embedder::load(tiny()).unwrap();
    // "aba" is "ab" and "##a": levels (2, 1, -8, 7) and (3, 1, -8, 7), scale 0.5 in both.
    assert_eq!(embedder.pieces("ABA"), ["ab", "##a"]);
    let sum = [2.5, 1.0, -8.0, 7.0_f32];
    let length = (sum.iter().map(|value| value * value).sum::<f32>()).sqrt();
    for (value, sum) in embedder.embed("ABA").iter().zip(sum) {
        assert!((value - sum / length).abs() < 1e-6);
    }
}

#[test]
fn each_fault_has_its_name() {
    let load = |bytes: Vec<u8>| Embedder::load(bytes).unwrap_err();
    let changed = |at: usize, byte: u8| {
        let mut bytes = tiny();
        bytes[at] = byte;
        bytes
    };
    let (whole, long) = (tiny().len() as u64, [tiny(), vec![0]].concat());
    assert_eq!(load(vec![]), TableError::NotATable);
    assert_eq!(load(b"PK\x03\x04 something else".to_vec()), TableError::NotATable);
    assert_eq!(load(changed(8, 2)), TableError::UnsupportedVersion(2));
    assert_eq!(load(tiny()[..20].to_vec()), TableError::Truncated { expected: 32, actual: 20 });
    let cut = TableError::Truncated { expected: whole, actual: whole - 1 };
    assert_eq!(load(tiny()[..tiny().len() - 1].to_vec()), cut);
    assert!(matches!(load(changed(15, 255)), TableError::Truncated { .. }));
    assert_eq!(load(long), TableError::Malformed("bytes after the end"));
    assert_eq!(load(changed(32, b'T')), TableError::Checksum);
    // "a", "ab" | "a", "b" begin after four of name and four of lengths.
    let unsorted = resealed(changed(40, b'b'));
    assert_eq!(load(unsorted), TableError::Malformed("words are not strictly ascending"));
    assert_eq!(load(resealed(changed(40, 0xff))), TableError::Malformed("a word is not UTF-8"));
    assert_eq!(load(resealed(changed(36, 0))), TableError::Malformed("a word is empty"));
    assert_eq!(load(resealed(changed(36, 2))), TableError::Malformed("word lengths do not add up"));
    assert_eq!(load(resealed(changed(48, 0xff))), TableError::Malformed("a scale is out of range"));
}

#[test]
fn packing_ignores_order_and_refuses_what_does_not_fit() {
    let (one, two) = (row("a", false, 1), row("a", true, 2));
    let packed = pack("n", 4, &[one.clone(), two.clone()]);
    assert_eq!(packed, pack("n", 4, &[two, one.clone()]));
    assert_eq!(pack("n", 4, &[one.clone(), one.clone()]), Err("a word stands twice"));
    assert!(pack("", 4, &[]).is_err());
    assert!(pack("n", 3, &[]).is_err());
    assert!(pack("n", 2, std::slice::from_ref(&one)).is_err());
    assert!(pack("n", 4, &[Row { scale: f32::NAN, ..one.clone() }]).is_err());
    assert!(pack("n", 4, &[Row { word: "x".repeat(256), ..one }]).is_err());
    assert_eq!(Embedder::load(pack("n", 4, &[]).unwrap()).unwrap().embed("a"), vec![0.0; 4]);
}

/// Uses everything a load lets through.
fn exercise(bytes: Vec<u8>) {
    if let Ok(embedder) = Embedder::load(bytes) {
        for text in ["", "a ab aba abba b", "héllo 東京"] {
            let vector = embedder.embed(text);
            assert_eq!(vector.len(), embedder.dimensions());
            assert!(vector.iter().all(|value| value.is_finite()));
            assert_eq!(embedder.pieces(text).len(), embedder.token_count(text));
        }
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        exercise(bytes.clone());
        let headed = [b"MLEMBED\0\x01\0".as_slice(), &bytes].concat();
        exercise(headed.clone());
        exercise(resealed(headed));
    }

    #[test]
    fn changed_bytes_are_noticed_and_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in 0..6_usize,
    ) {
        let mut bytes = tiny();
        for (place, byte) in changes {
            let at = place.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(bytes.len() - cut);
        if bytes != tiny() {
            prop_assert!(Embedder::load(bytes.clone()).is_err());
        }
        exercise(resealed(bytes));
    }

    #[test]
    fn arbitrary_text_never_panics(text in any::<String>(), words in "[a-zé東 .\u{301}]{0,80}") {
        let embedder = Embedder::load(tiny()).unwrap();
        for text in [text, words] {
            prop_assert_eq!(embedder.pieces(&text).len(), embedder.token_count(&text));
            prop_assert_eq!(embedder.embed(&text), embedder.embed(&text));
        }
    }
}
