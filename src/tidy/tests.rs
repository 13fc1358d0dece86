use proptest::prelude::*;

use super::*;

/// Ordinary writing: it stays, to the letter.
#[track_caller]
fn stays(text: &str) {
    assert_eq!((cleaned(text).as_ref(), own(text).as_ref(), forbidden(text)), (text, text, None), "{text:?}");
}

/// What says nothing goes, whoever wrote it.
#[track_caller]
fn goes(text: &str, expected: &str) {
    assert_eq!((cleaned(text).as_ref(), own(text).as_ref(), forbidden(text)), (expected, expected, None), "{text:?}");
}

/// What is hidden stays in what a tool hands in, to be refused, and goes from a person's own words.
#[track_caller]
fn hides(text: &str, character: char, expected: &str) {
    assert_eq!((own(text).as_ref(), forbidden(&cleaned(text))), (expected, Some(character)), "{text:?}");
}

#[test]
fn plain_writing_stays() {
    stays("");
    stays("Plain text,\twith a tab,\na newline\r\nand “quotes” – dashes… naïve Ångström.");
    stays("日本語と中文 한국어 ไทย हिन्दी العربية עברית");
    stays("a\u{a0}b\u{3000}c\u{202f}d");
    stays("e\u{301}");
}

#[test]
fn what_scripts_need_stays() {
    stays("ខ្ញុំ\u{200b}រស់នៅ\u{200b}ភ្នំពេញ");
    stays("ฉัน\u{200b}ชอบ\u{200b}กิน LINE\u{200b}แล้ว");
    stays("می\u{200c}خواهم خانه\u{200c}ام کتاب\u{200c}ها");
    stays("क्\u{200d}ष क्\u{200c}ष ශ්\u{200d}රී ന്\u{200d}");
    stays("ه\u{200d}");
    stays("אני גר בתל אביב\u{200f} (ליד הים)");
    stays("הטלפון שלי \u{202a}+44 7911 123456\u{202c} תודה");
    stays("رقمي \u{2066}+44 7911 123456\u{2069}، و\u{2067}نص \u{2066}abc\u{2069} آخر\u{2069}");
    stays("ב-C++\u{200e} וב-\u{61c}عربي");
    stays("葛\u{e0100}飾区 ᠠ\u{180b}");
}

#[test]
fn emoji_stay() {
    stays("👨\u{200d}👩\u{200d}👧\u{200d}👦 family");
    stays("👩🏽\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥 🏳\u{fe0f}\u{200d}🌈 🏴\u{200d}☠\u{fe0f}");
    stays("1\u{fe0f}\u{20e3} ©\u{fe0f} ☀\u{fe0e}");
    stays("🇩🇪 🇬🇧 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} wins");
    stays("👁\u{fe0f}\u{200d}🗨\u{fe0f} 🧑\u{200d}🤝\u{200d}🧑 🏃\u{200d}♀\u{fe0f}\u{200d}➡\u{fe0f}");
}

#[test]
fn what_says_nothing_goes() {
    goes("\u{feff}Ana: hello", "Ana: hello");
    goes("My number is \u{202a}+44 7911 123456\u{202c}", "My number is +44 7911 123456");
    goes("Call \u{2068}Ana\u{2069}\u{200e} at \u{2066}5\u{2069}", "Call Ana at 5");
    goes("auf\u{ad}ge\u{ad}teilt", "aufgeteilt");
    goes("pass\u{200b}word pass\u{200c}word pass\u{200d}word pass\u{2060}word", "password password password password");
    goes("م\u{200c}a م\u{200c}\u{200c}م", "مa م\u{200c}م");
    goes("👩\u{200d} 👩\u{200d}\u{200d}👩 \u{200d}👩", "👩 👩\u{200d}👩 👩");
    goes("a\u{fe0f} \u{fe0f}b \u{fe01}😀\u{fe0f}\u{fe0f}", "a b 😀\u{fe0f}");
    goes("ខ្ញុំ\u{200b}\u{200b}រស់ \u{200b}នៅ", "ខ្ញុំ\u{200b}រស់ នៅ");
    goes("אביב\u{200f}\u{200f}\u{200e}!", "אביב\u{200f}!");
    goes("הטלפון \u{202a}+44\nשלי\u{202c} ו\u{2066}זה\u{202c}", "הטלפון +44\nשלי וזה");
    goes("x\u{3164}\u{115f}\u{1160}\u{ffa0}\u{34f}\u{180e}\u{2062}y", "xy");
}

#[test]
fn the_ends_of_lines_are_lines() {
    goes("one\u{2028}two\u{2029}three\rfour\u{85}five\u{c}six\u{b}seven", "one\ntwo\nthree\nfour\nfive\nsix\nseven");
}

#[test]
fn colours_go() {
    goes("\u{1b}[31mERROR\u{1b}[0m disk full", "ERROR disk full");
    goes("\u{1b}[1;38;5;208mwarn\u{1b}[m \u{1b}[?25lx\u{1b}[2K\u{1b}[1A", "warn x");
    goes("\u{9b}32mgreen\u{9b}0m", "green");
    goes("\u{1b}]0;a title\u{7}$ ls \u{1b}]8;;https://a.example\u{1b}\\link\u{1b}]8;;\u{1b}\\", "$ ls link");
    goes("\u{1b}(Bplain\u{1b}7\u{1b}8", "plain");
    hides("\u{1b}]0;no end, so these words stay\nmore", '\u{1b}', "]0;no end, so these words stay\nmore");
    hides("\u{1b}", '\u{1b}', "");
    hides("\u{1b}[31", '\u{1b}', "[31");
    hides("\u{9b}\u{ad}[", '\u{9b}', "[");
    goes("\u{1b}]0;م\u{7}a\u{200e}", "a");
}

#[test]
fn what_is_hidden_is_told_from_what_says_nothing() {
    hides("Ana likes\u{202e}tea.", '\u{202e}', "Ana likestea.");
    hides("a\u{202d}b\u{202c}c", '\u{202d}', "abc");
    hides("אב\u{202e}ג\u{202c}ד", '\u{202e}', "אבגד");
    hides("tea\u{e0001}\u{e0069}\u{e0067}\u{e007f}", '\u{e0001}', "tea");
    hides("😀\u{e0101} 葛\u{e0100}\u{e0101}", '\u{e0101}', "😀 葛\u{e0100}");
    hides(&"葛\u{e0100}".repeat(5), '\u{e0100}', &("葛\u{e0100}".repeat(4) + "葛"));
    for hidden in ['\0', '\u{7}', '\u{8}', '\u{7f}', '\u{9f}', '\u{fff9}', '\u{fdd0}', '\u{fffe}', '\u{1ffff}'] {
        hides(&format!("the{hidden} words"), hidden, "the words");
    }
    for hidden in ['\u{10ffff}', '\u{e0001}', '\u{e0041}', '\u{206a}', '\u{1d173}'] {
        hides(&format!("the{hidden} words"), hidden, "the words");
    }
}

#[test]
fn a_broken_flag_is_tags() {
    let england = "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}";
    hides(england, '\u{e0067}', "🏴");
    hides(&format!("{england}x"), '\u{e0067}', "🏴x");
    hides("🏴\u{e0031}\u{e0062}\u{e0065}\u{e007f}", '\u{e0031}', "🏴");
    hides(&format!("🏴{}\u{e007f}", "\u{e0061}".repeat(9)), '\u{e0061}', "🏴");
}

/// No assertion on the clock: a quadratic walk would make this test hang.
#[test]
fn many_beginnings_without_an_end_are_read_once() {
    for piece in ["\u{1b}]", "\u{1b}[", "\u{1b}P\n", "א\u{202a}", "\u{2066}\u{202c}", "\u{1b}(", "\u{200b}ខ"] {
        assert!(own(&piece.repeat(200_000)).len() <= piece.len() * 200_000);
    }
}

proptest! {
    #[test]
    fn what_is_seen_is_never_lost(text in any::<String>()) {
        // Line ends of other kinds become `\n`.
        let is_end = |c: char| matches!(c, '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
        let text: String =
            text.chars().filter(|c| !is_unseen(*c) && !is_noncharacter(*c) && !is_end(*c)).collect();
        prop_assert_eq!(own(&text), text.as_str());
    }

    #[test]
    fn what_is_tidy_stays_as_it_is(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..30)) {
        let text = pieces.concat();
        let once = own(&text).into_owned();
        prop_assert_eq!(forbidden(&once), None);
        prop_assert_eq!(own(&once), once.as_str());
        let tidy = cleaned(&text).into_owned();
        if forbidden(&tidy).is_none() {
            prop_assert_eq!(cleaned(&tidy), tidy.as_str());
            prop_assert_eq!(own(&text), tidy.as_str());
        }
    }
}

const PIECES: &[&str] = &[
    "a",
    "م",
    "ខ",
    "א",
    "क्",
    "葛",
    "👩",
    "🏴",
    " ",
    "\n",
    "\r",
    "1",
    "[",
    "31m",
    "]",
    "\\",
    "\u{1b}",
    "\u{7}",
    "\0",
    "\u{ad}",
    "\u{9b}",
    "\u{200b}",
    "\u{200c}",
    "\u{200d}",
    "\u{200e}",
    "\u{200f}",
    "\u{202a}",
    "\u{202c}",
    "\u{202e}",
    "\u{2066}",
    "\u{2069}",
    "\u{fe0f}",
    "\u{feff}",
    "\u{e0067}",
    "\u{e007f}",
    "\u{e0100}",
    "\u{2028}",
    "\u{1f3fb}",
];
