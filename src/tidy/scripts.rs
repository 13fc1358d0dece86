//! Which characters are seen, and which scripts need those that are not.

/// Controls and characters without a shape: what a reader does not see.
pub(crate) fn is_unseen(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        _ if character.is_control() => true,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => true,
        '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' => true,
        '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// True of Han, kana, hangul and the like: scripts in which a space does not part words.
pub(crate) fn is_ideographic(character: char) -> bool {
    matches!(
        character,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}'
    )
}

/// What follows the tags of a region's flag (England, Texas), where they stand complete.
pub(super) fn after_flag(rest: &str) -> Option<&str> {
    let tags = rest.chars().take(7).take_while(|&tag| is_flag_tag(tag)).count();
    let letters = rest.chars().take(2).all(|tag| tag >= '\u{e0061}');
    let after = rest.get(tags * '\u{e0061}'.len_utf8()..)?;
    if (3..=6).contains(&tags) && letters { after.strip_prefix('\u{e007f}') } else { None }
}

fn is_flag_tag(character: char) -> bool {
    matches!(character, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}')
}

/// What a variation selector may follow: symbols, keycap bases, ideographs; no letter of ours.
pub(super) fn is_varied(character: char) -> bool {
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

pub(super) fn is_mongolian(character: char) -> bool {
    matches!(character, '\u{1820}'..='\u{18aa}')
}

/// Scripts whose letters are shaped by what stands beside them.
pub(super) fn is_joining(character: char) -> bool {
    matches!(
        character,
        '\u{600}'..='\u{605}' | '\u{610}'..='\u{61a}' | '\u{620}'..='\u{7ff}'
            | '\u{840}'..='\u{dff}' | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{17b3}'
            | '\u{17b6}'..='\u{17dd}' | '\u{1820}'..='\u{18aa}' | '\u{1900}'..='\u{1aff}'
            | '\u{1b00}'..='\u{1c4f}' | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{fdcf}'
            | '\u{fdf0}'..='\u{fdfc}' | '\u{fe70}'..='\u{fefc}' | '\u{11000}'..='\u{11fff}'
    )
}

/// Scripts that may part words by a space of no width: Thai, Lao, Tibetan, Myanmar, Khmer, Tai, Balinese,
/// Javanese.
pub(super) fn is_unspaced(character: char) -> bool {
    matches!(
        character,
        '\u{e01}'..='\u{109f}' | '\u{1780}'..='\u{17b3}' | '\u{17b6}'..='\u{17ff}' | '\u{1950}'..='\u{19ff}'
            | '\u{1a00}'..='\u{1b7f}' | '\u{a980}'..='\u{a9df}' | '\u{aa60}'..='\u{aadf}'
    )
}

/// Hebrew, Arabic and the other scripts that run from the right.
pub(super) fn is_right_to_left(character: char) -> bool {
    matches!(
        character,
        '\u{5be}'..='\u{60f}' | '\u{61b}' | '\u{61d}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}'
    )
}

pub(super) fn is_pictograph(character: char) -> bool {
    matches!(
        character,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
            | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{25a0}'..='\u{27bf}'
            | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}' | '\u{3030}' | '\u{303d}'
            | '\u{1f000}'..='\u{1faff}'
    )
}

pub(super) fn is_noncharacter(character: char) -> bool {
    let code = u32::from(character);
    matches!(code, 0xfdd0..=0xfdef) || code & 0xfffe == 0xfffe
}
