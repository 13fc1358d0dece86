//! What text becomes, rule by rule and script by script.

use super::*;
use proptest::prelude::*;

/// The question's required terms.
fn required(text: &str) -> Vec<String> {
    let query = QueryTokens::of(text);
    query.terms().filter(|(_, weight)| *weight == Weight::Required).map(|(term, _)| term.into()).collect()
}

fn bonus(text: &str) -> Vec<String> {
    let query = QueryTokens::of(text);
    query.terms().filter(|(_, weight)| *weight == Weight::Bonus).map(|(term, _)| term.into()).collect()
}

/// How many of the question's required terms the memory holds.
fn matches(question: &str, memory: &str) -> (usize, usize) {
    let tokens = Tokens::of(memory);
    let wanted = required(question);
    let found = wanted.iter().filter(|word| tokens.terms().any(|(term, _)| term == *word)).count();
    (found, wanted.len())
}

#[track_caller]
fn finds(question: &str, memory: &str) {
    let (found, wanted) = matches(question, memory);
    assert!(wanted > 0 && found == wanted, "{question} in {memory}: {found} of {wanted}");
}

#[test]
fn english_is_stemmed_and_loses_stop_words() {
    assert_eq!(required("Which allergies does the patient's brother have?"), ["allergi", "brother", "patient"]);
    finds("running dogs", "She runs with her dog.");
    finds("Anna’s cats", "ANNA has a cat");
}

#[test]
fn stop_words_alone_still_match() {
    assert_eq!(required("The Who"), ["the", "who"]);
    finds("The Who", "My favourite band is The Who");
    assert_eq!(required("don't"), ["don't"]);
    assert_eq!(required("don't panic"), ["panic"]);
}

#[test]
fn stop_words_do_not_lengthen_a_memory() {
    assert_eq!(Tokens::of("the cat is on the mat").length(), 2);
    let tokens = Tokens::of("the cat and the cats");
    assert_eq!(tokens.terms().find(|(term, _)| *term == "cat"), Some(("cat", 2)));
}

#[test]
fn nothing_gives_no_terms() {
    for empty in ["", " ", "\n\t", "?!…", "—", "\u{200B}\u{FEFF}", "'", "''", "-", "#"] {
        assert!(QueryTokens::of(empty).is_empty(), "{empty:?}");
        assert!(Tokens::of(empty).is_empty(), "{empty:?}");
    }
}

#[test]
fn chinese_becomes_pairs_and_one_character_still_matches() {
    assert_eq!(required("我喜欢猫"), ["喜欢", "我喜", "欢猫"]);
    finds("猫", "我喜欢猫");
    finds("喜欢", "我喜欢猫。");
    assert_eq!(Tokens::of("我喜欢猫").length(), 3);
    assert_eq!(matches("狗", "我喜欢猫").0, 0);
}

#[test]
fn japanese_mixes_scripts_in_one_run() {
    finds("東京タワー", "昨日、東京タワーに行きました");
    finds("ﾀﾜｰ", "東京タワー");
    finds("か\u{3099}っこう", "がっこう");
    assert_eq!(matches("ハ", "パ").0, 0);
}

#[test]
fn thai_lao_khmer_and_myanmar_become_pairs_of_graphemes() {
    finds("แมว", "ฉันชอบแมวมาก");
    finds("น้ำ", "ดื่มน้ำทุกวัน");
    finds("ແມວ", "ຂ້ອຍມັກແມວ");
    finds("ឆ្មា", "ខ្ញុំចូលចិត្តឆ្មា");
    finds("ကြောင်", "ကျွန်တော် ကြောင်ကို ချစ်တယ်");
    finds("123", "เลขที่ ๑๒๓");
}

#[test]
fn korean_matches_under_particles() {
    finds("고양이", "저는 고양이를 좋아해요");
    finds("집", "집에 갔다");
    finds("\u{1100}\u{1161}\u{1100}\u{1161}", "가가");
}

#[test]
fn german_folds_umlauts_and_sharp_s() {
    finds("muller strasse", "Müller wohnt in der Straße 5");
    finds("GRÖSSE", "größe");
}

#[test]
fn arabic_folds_points_tatweel_and_alef() {
    finds("كتاب", "كِتَابٌ جميل");
    finds("احمد", "أحمد");
    finds("محمد", "محـــمد");
    finds("123", "رقم ١٢٣");
}

#[test]
fn other_scripts_fold_too() {
    finds("οδοσ", "ΟΔΟΣ");
    finds("елка", "Ёлка");
    finds("שלום", "שָׁלוֹם");
    finds("हिन्दी", "मुझे हिन्दी पसंद है");
    finds("khong", "không");
}

#[test]
fn emoji_are_terms() {
    assert_eq!(required("😂😂🎉"), ["🎉", "😂"]);
    finds("👍", "great job👍🏽!");
    finds("❤", "I ❤️ Rust");
    finds("👩\u{200D}💻", "👩🏽\u{200D}💻 at work");
    finds("🇩🇪", "from 🇩🇪🇫🇷");
}

#[test]
fn identifiers_are_whole_and_in_parts() {
    for (id, part) in [
        ("order-4711", "4711"),
        ("ABC_123", "abc"),
        ("foo.bar@example.com", "foo"),
        ("v1.2.3", "v1"),
        ("snake_case_name", "case"),
        ("https://docs.rs/a_b?q=1", "rs"),
        ("AT&T", "at&t"),
        ("12:30", "12"),
        ("C++", "c++"),
        ("C#", "c"),
        ("crate::index", "index"),
        ("1,000.50", "1,000.50"),
    ] {
        let tokens = Tokens::of(&format!("see ({id}), please."));
        let terms: Vec<&str> = tokens.terms().map(|(term, _)| term).collect();
        assert!(terms.contains(&part), "{id}: {terms:?}");
        for whole in bonus(id) {
            assert!(terms.contains(&&*whole), "{id}: {terms:?}");
        }
        assert!(!bonus(id).is_empty());
        finds(id, id);
    }
    assert_eq!(bonus("order-4711"), ["order-4711"]);
    assert_eq!(required("order-4711"), ["4711", "order"]);
}

#[test]
fn spellings_of_one_word_meet() {
    finds("wifi", "the wi-fi password");
    finds("email", "two e-mails");
    finds("1000", "1,000 euros");
    assert_eq!(bonus("1,000"), ["1,000", "1000"]);
    assert_eq!(bonus("1,2"), ["1,2"]);
    finds("OBrien", "Mr O'Brien");
    finds("hub", "on GitHub");
    finds("github", "on GitHub");
    finds("GitHub", "on github");
}

#[test]
fn long_words_are_cut_and_long_identifiers_have_parts() {
    let long = "é漢x".repeat(500);
    assert!(Tokens::of(&long).terms().all(|(term, _)| term.len() <= MAX_TERM));
    let path = "ab/".repeat(100);
    assert_eq!(required(&path), ["ab"]);
    assert!(bonus(&path).is_empty());
}

#[test]
fn time_is_linear_on_hostile_text() {
    let hostile = [
        "a",
        "a.",
        "a\u{301}",
        "\u{200D}",
        "👩\u{200D}",
        "🇩",
        "'",
        "a'",
        "A-",
        "\u{0E33}",
        "가",
        "\u{094D}",
        "क\u{094D}",
        "\u{FE0F}",
        "aB",
        "1,",
        "\"א",
        "\u{AD}",
        "#",
        "ß",
        "\u{1F3FD}",
        "a\u{200D}",
        "\u{0600}",
        "_",
        "\u{034F}",
    ];
    for unit in hostile {
        let text = unit.repeat(100_000);
        // Quadratic time would take minutes.
        let _ = Tokens::of(&text);
    }
}

#[test]
fn debug_shows_no_term() {
    assert_eq!(
        format!("{:?} {:?}", Tokens::of("secret"), QueryTokens::of("secret")),
        "Tokens { terms: 1, .. } QueryTokens { terms: 1, .. }"
    );
}

proptest! {
    #[test]
    fn any_string_is_analysed(text in any::<String>()) {
        let (tokens, query) = (Tokens::of(&text), QueryTokens::of(&text));
        prop_assert_eq!(tokens.is_empty(), query.is_empty());
        // What a memory says finds the memory.
        let terms: Vec<&str> = tokens.terms().map(|(term, _)| term).collect();
        prop_assert!(terms.is_sorted_by(|a, b| a < b));
        prop_assert!(terms.iter().all(|term| !term.is_empty() && term.len() <= MAX_TERM));
        prop_assert!(query.terms().all(|(term, _)| terms.contains(&term)));
    }

    #[test]
    fn likely_text_is_analysed(text in "[a-zA-Z0-9'’._@/+# éß漢字かカ가น้ำ👍🏽\u{200D}\u{FE0F}-]{0,60}") {
        let (tokens, query) = (Tokens::of(&text), QueryTokens::of(&text));
        let terms: Vec<&str> = tokens.terms().map(|(term, _)| term).collect();
        prop_assert_eq!(tokens.is_empty(), query.is_empty());
        prop_assert!(query.terms().all(|(term, _)| terms.contains(&term)));
    }
}

proptest! {
    /// The quick way through a usual chunk of ASCII gives what the long way gives.
    #[test]
    fn plain_chunks_have_the_same_terms_either_way(chunk in "[a-zA-Z0-9'._,;:!?\"()+#&_-]{1,12}|['(]?[A-Za-z]{1,8}('[a-z]{1,3})?[.,!?;:)_'\"-]{0,3}") {
        let Some(core) = plain(&chunk) else { return Ok(()) };
        let (mut quick, mut long) = (Vec::new(), Vec::new());
        word(core, &mut Stems::default(), &mut |role, term| quick.push((role, term.to_owned())));
        any_chunk(&chunk, &mut Stems::many(), &mut |role, term| long.push((role, term.to_owned())));
        prop_assert_eq!(quick, long);
    }
}
