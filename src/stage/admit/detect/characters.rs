//! Characters that carry something a reader does not see.

use super::fold::{is_ideographic, is_unseen};

/// Most variation selectors of the supplement that one text may hold; a name needs one or two.
const MAX_IDEOGRAPH_VARIANTS: usize = 4;

/// The first character that a memory may not hold, if there is one.
///
/// Forbidden are characters without a shape (zero-width, bidirectional controls, tags, fillers,
/// interlinear annotation), controls but tab and newline (a carriage return only before one), line
/// and paragraph separators, noncharacters, and variation selectors where they vary nothing. The
/// same characters pass where a script needs them: joiners in emoji and between letters of Arabic,
/// Indic and other joining scripts, tags in a complete flag, one selector after an ideograph or a
/// symbol. The soft hyphen passes: pasted pages are full of it, and the other detectors fold it out.
///
/// A floor. It does not know which letters really join, so a joiner between any two of them passes;
/// nor does it see what a choice between visible look-alikes says, or one selector on each of many
/// symbols; combining marks may pile up.
pub fn forbidden(text: &str) -> Option<char> {
    let mut context = Context::default();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if character == '\u{1f3f4}'
            && let Some(after) = after_flag(rest.as_str())
        {
            rest = after.chars();
        } else if !context.allows(character, rest.as_str()) {
            return Some(character);
        }
        context.advance(character);
    }
    None
}

/// What came before, as far as it decides what may come.
#[derive(Debug, Default)]
struct Context {
    /// The last character.
    last: Option<char>,
    /// The last character that is neither a selector nor a skin tone.
    base: Option<char>,
    ideograph_variants: usize,
}

impl Context {
    fn allows(&mut self, character: char, rest: &str) -> bool {
        let next = rest.chars().next();
        match character {
            '\r' => next == Some('\n'),
            '\u{ad}' => true,
            '\u{2028}' | '\u{2029}' => false,
            '\u{200c}' => self.joins() && next.is_some_and(is_joining_script),
            '\u{200d}' => self.joins() || self.glues(next),
            '\u{fe00}'..='\u{fe0f}' => self.last.is_some_and(is_varied),
            '\u{180b}'..='\u{180d}' | '\u{180f}' => self.last.is_some_and(is_mongolian),
            '\u{e0100}'..='\u{e01ef}' => self.varies_ideograph(),
            _ => !is_unseen(character) && !is_noncharacter(character),
        }
    }

    fn joins(&self) -> bool {
        self.last.is_some_and(is_joining_script)
    }

    /// Between two parts of one emoji.
    fn glues(&self, next: Option<char>) -> bool {
        self.last != Some('\u{200d}') && self.base.is_some_and(is_pictograph) && next.is_some_and(is_pictograph)
    }

    fn varies_ideograph(&mut self) -> bool {
        self.ideograph_variants += 1;
        self.ideograph_variants <= MAX_IDEOGRAPH_VARIANTS && self.last.is_some_and(is_ideographic)
    }

    fn advance(&mut self, character: char) {
        self.last = Some(character);
        if !matches!(character, '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}') {
            self.base = Some(character);
        }
    }
}

/// What follows the tags of a region's flag (England, Texas), where they stand complete.
fn after_flag(rest: &str) -> Option<&str> {
    let tags = rest.chars().take(7).take_while(|&tag| is_flag_tag(tag)).count();
    let letters = rest.chars().take(2).all(|tag| tag >= '\u{e0061}');
    let after = rest.get(tags * '\u{e0061}'.len_utf8()..)?;
    if (3..=6).contains(&tags) && letters { after.strip_prefix('\u{e007f}') } else { None }
}

fn is_flag_tag(character: char) -> bool {
    matches!(character, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}')
}

/// What a variation selector may follow: symbols, keycap bases, ideographs; no letter of ours.
fn is_varied(character: char) -> bool {
    match character {
        '#' | '*' | '0'..='9' => true,
        '\u{fe00}'..='\u{fe0f}' => false,
        _ if is_unseen(character) || character.is_whitespace() => false,
        _ => character > '\u{a0}' && (!character.is_alphabetic() || !is_european(character)),
    }
}

fn is_european(character: char) -> bool {
    character < '\u{590}' && character != '\u{aa}' && character != '\u{ba}'
        || matches!(character, '\u{1e00}'..='\u{1fff}')
}

fn is_mongolian(character: char) -> bool {
    matches!(character, '\u{1820}'..='\u{18aa}')
}

/// Scripts whose letters are shaped by what stands beside them.
fn is_joining_script(character: char) -> bool {
    matches!(
        character,
        '\u{600}'..='\u{605}' | '\u{610}'..='\u{61a}' | '\u{620}'..='\u{7ff}'
            | '\u{840}'..='\u{dff}' | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{17b3}'
            | '\u{17b6}'..='\u{17dd}' | '\u{1820}'..='\u{18aa}' | '\u{1900}'..='\u{1aff}'
            | '\u{1b00}'..='\u{1c4f}' | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{fdcf}'
            | '\u{fdf0}'..='\u{fdfc}' | '\u{fe70}'..='\u{fefc}' | '\u{11000}'..='\u{11fff}'
    )
}

fn is_pictograph(character: char) -> bool {
    matches!(
        character,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
            | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{25a0}'..='\u{27bf}'
            | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}' | '\u{3030}' | '\u{303d}'
            | '\u{1f000}'..='\u{1faff}'
    )
}

fn is_noncharacter(character: char) -> bool {
    let code = u32::from(character);
    matches!(code, 0xfdd0..=0xfdef) || code & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn passes(text: &str) {
        assert_eq!(forbidden(text), None, "{text:?}");
    }

    #[track_caller]
    fn fails(text: &str, character: char) {
        assert_eq!(forbidden(text), Some(character), "{text:?}");
    }

    #[test]
    fn writing_passes() {
        passes("");
        passes("Plain text,\twith a tab,\na newline\r\nand “quotes” – dashes… naïve Ångström.");
        passes("日本語と中文 한국어 ไทย हिन्दी العربية עברית");
        passes("a\u{a0}b\u{3000}c\u{202f}d");
        passes("auf\u{ad}ge\u{ad}teilt");
        passes("e\u{301}");
    }

    #[test]
    fn emoji_pass() {
        passes("👨\u{200d}👩\u{200d}👧\u{200d}👦 family");
        passes("👩🏽\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥 🏳\u{fe0f}\u{200d}🌈 🏴\u{200d}☠\u{fe0f}");
        passes("1\u{fe0f}\u{20e3} ©\u{fe0f} ☀\u{fe0e}");
        passes("🇩🇪 🇬🇧");
        passes("👁\u{fe0f}\u{200d}🗨\u{fe0f} 🧑\u{200d}🤝\u{200d}🧑 🏃\u{200d}♀\u{fe0f}\u{200d}➡\u{fe0f}");
    }

    #[test]
    fn a_complete_region_flag_passes_and_a_broken_one_does_not() {
        let england = "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}";
        passes(&format!("{england}\u{e007f} wins"));
        fails(england, '\u{e0067}');
        fails(&format!("{england}x"), '\u{e0067}');
        fails("🏴\u{e0031}\u{e0062}\u{e0065}\u{e007f}", '\u{e0031}');
        fails(&format!("🏴{}\u{e007f}", "\u{e0061}".repeat(9)), '\u{e0061}');
    }

    #[test]
    fn joining_scripts_keep_their_joiners() {
        passes("می\u{200c}خواهم");
        passes("क्\u{200d}ष क्\u{200c}ष");
        passes("ه\u{200d}");
        passes("葛\u{e0100}飾区");
        passes("ᠠ\u{180b}");
    }

    #[test]
    fn joiners_elsewhere_fail() {
        fails("pass\u{200c}word", '\u{200c}');
        fails("pass\u{200d}word", '\u{200d}');
        fails("م\u{200c}a", '\u{200c}');
        fails("م\u{200c}\u{200c}م", '\u{200c}');
        fails("👩\u{200d}", '\u{200d}');
        fails("👩\u{200d}\u{200d}👩", '\u{200d}');
        fails("\u{200d}👩", '\u{200d}');
    }

    #[test]
    fn unseen_characters_fail() {
        for character in [
            '\0',
            '\u{7}',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{9f}',
            '\u{200b}',
            '\u{200e}',
            '\u{200f}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{feff}',
            '\u{2028}',
            '\u{2029}',
            '\u{fff9}',
            '\u{fdd0}',
            '\u{fffe}',
            '\u{1ffff}',
            '\u{10ffff}',
            '\u{e0001}',
            '\u{e0041}',
            '\u{e007f}',
            '\u{61c}',
            '\u{3164}',
            '\u{115f}',
            '\u{180e}',
            '\u{34f}',
        ] {
            fails(&format!("a{character}b"), character);
        }
        fails("a\rb", '\r');
    }

    #[test]
    fn selectors_that_vary_nothing_fail() {
        fails("a\u{fe0f}", '\u{fe0f}');
        fails(" \u{fe0f}", '\u{fe0f}');
        fails("\u{fe01}", '\u{fe01}');
        fails("😀\u{fe0f}\u{fe0f}", '\u{fe0f}');
        fails("😀\u{e0101}", '\u{e0101}');
        fails("葛\u{e0100}\u{e0101}", '\u{e0101}');
        fails(&"葛\u{e0100}".repeat(5), '\u{e0100}');
    }
}
