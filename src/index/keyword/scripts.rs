//! Which scripts have no spaces.

/// Scripts whose words are cut into pairs of characters: Han, kana, bopomofo,
/// Hangul, Thai, Lao, Khmer, Myanmar; letters and marks, not digits.
///
/// Korean has spaces, but its particles are glued to the noun (`고양이를`), so a
/// pair of syllables finds what a whole word would miss.
pub(super) const fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{0E01}'..='\u{0E3A}' | '\u{0E40}'..='\u{0E4E}'
        | '\u{0E80}'..='\u{0ECF}' | '\u{0EDC}'..='\u{0EDF}'
        | '\u{1000}'..='\u{103F}' | '\u{1050}'..='\u{108F}' | '\u{109A}'..='\u{109F}'
        | '\u{A9E0}'..='\u{A9EF}' | '\u{A9FA}'..='\u{A9FF}' | '\u{AA60}'..='\u{AA7F}'
        | '\u{1780}'..='\u{17D3}' | '\u{17D7}' | '\u{17DC}'..='\u{17DD}'
        | '\u{1100}'..='\u{11FF}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}'
        | '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}'
        | '\u{3031}'..='\u{3035}' | '\u{3038}'..='\u{303B}' | '\u{3041}'..='\u{309F}'
        | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' | '\u{3105}'..='\u{312F}'
        | '\u{31A0}'..='\u{31BF}' | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}
