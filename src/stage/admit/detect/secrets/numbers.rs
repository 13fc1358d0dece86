//! Numbers with a check digit, and numbers that a label makes a secret.

/// A payment card: 13 to 19 digits in a row or in the groups cards have, an issuer's first digits,
/// and Luhn's check.
pub(super) fn is_card(clean: &str) -> bool {
    let bytes = clean.as_bytes();
    (0..bytes.len())
        .filter(|&at| bytes[at].is_ascii_digit() && is_free(at.checked_sub(1).map(|before| bytes[before])))
        .any(|at| is_card_at(&bytes[at..]))
}

/// A number may begin after anything but a letter, a digit, or what makes it part of another.
fn is_free(before: Option<u8>) -> bool {
    before.is_none_or(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'+' | b'_' | b'.'))
}

fn is_card_at(bytes: &[u8]) -> bool {
    let mut digits = [0_u8; 19];
    let mut count = 0;
    let mut groups = [0_usize; 5];
    let mut group = 0;
    let mut separator = None;
    let mut at = 0;
    loop {
        match bytes.get(at) {
            Some(byte) if byte.is_ascii_digit() => {
                if count == digits.len() {
                    return false;
                }
                digits[count] = byte - b'0';
                count += 1;
                groups[group] += 1;
                at += 1;
                continue;
            }
            Some(&byte) if byte.is_ascii_alphabetic() || byte == b'_' => return false,
            _ => {}
        }
        if is_grouped_as_cards(&groups[..=group]) && is_card_number(&digits[..count]) {
            return true;
        }
        let next = bytes.get(at).copied();
        let is_separator =
            matches!(next, Some(b' ' | b'-' | b'.')) && separator.is_none_or(|known| Some(known) == next);
        let is_followed = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if !is_separator || !is_followed || group + 1 == groups.len() {
            return false;
        }
        separator = next;
        group += 1;
        at += 1;
    }
}

fn is_grouped_as_cards(groups: &[usize]) -> bool {
    match groups {
        [_] | [4, 6, 5] | [4, 6, 4] => true,
        [most @ .., last] => most.len() >= 3 && most.iter().all(|&size| size == 4) && *last <= 4,
        [] => false,
    }
}

fn is_card_number(digits: &[u8]) -> bool {
    let first = digits.iter().take(4).fold(0_u32, |number, &digit| number * 10 + u32::from(digit));
    let is_issued = match digits.len() {
        13 => first / 1000 == 4,
        14 => matches!(first / 100, 30 | 36 | 38 | 39),
        15 => matches!(first / 100, 34 | 37),
        16 => {
            first / 1000 == 4
                || matches!(first / 100, 35 | 50..=58 | 60 | 62..=65 | 67)
                || matches!(first, 2200..=2204 | 2221..=2720)
        }
        17..=19 => first / 1000 == 4 && digits.len() == 19 || matches!(first / 100, 62 | 63 | 67),
        _ => false,
    };
    is_issued && passes_luhn(digits) && digits.iter().any(|&digit| digit != digits[0])
}

fn passes_luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, &digit)| match (place % 2, u32::from(digit) * 2) {
            (0, _) => u32::from(digit),
            (_, twice @ 0..=9) => twice,
            (_, twice) => twice - 9,
        })
        .sum();
    sum.is_multiple_of(10)
}

/// A card's three or four digit code, labelled.
pub(super) fn is_card_code(folded: &str) -> bool {
    ["cvv", "cvc", "cvv2", "cvc2", "card security code"].iter().any(|label| {
        folded.match_indices(label).any(|(at, _)| {
            let is_start = !folded[..at].ends_with(char::is_alphanumeric);
            let rest = folded[at + label.len()..].trim_start_matches([' ', ':', '=', '#']);
            let rest = rest.strip_prefix("is ").unwrap_or(rest);
            let digits = rest.bytes().take(5).take_while(u8::is_ascii_digit).count();
            is_start && matches!(digits, 3 | 4)
        })
    })
}

/// An IBAN: a country, its length, and the remainder 1 by 97.
pub(super) fn is_iban(clean: &str) -> bool {
    let bytes = clean.as_bytes();
    bytes.windows(4).enumerate().any(|(at, head)| {
        head[0].is_ascii_alphabetic()
            && head[1].is_ascii_alphabetic()
            && head[2].is_ascii_digit()
            && head[3].is_ascii_digit()
            && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric())
            && iban_length(head[0], head[1]).is_some_and(|length| is_iban_at(&bytes[at..], length))
    })
}

fn is_iban_at(bytes: &[u8], length: usize) -> bool {
    let mut letters = [0_u8; 34];
    let mut count = 0;
    let mut was_parted = true;
    let mut at = 0;
    while count < length {
        match bytes.get(at) {
            Some(byte) if byte.is_ascii_alphanumeric() => {
                letters[count] = byte.to_ascii_uppercase();
                count += 1;
                was_parted = false;
            }
            Some(b' ' | b'-' | b'.') if !was_parted => was_parted = true,
            _ => return false,
        }
        at += 1;
    }
    !bytes.get(at).is_some_and(u8::is_ascii_alphanumeric)
        && remainder_97(letters[4..length].iter().chain(&letters[..4])) == 1
}

fn remainder_97<'a>(letters: impl Iterator<Item = &'a u8>) -> u32 {
    letters.fold(0, |remainder, &letter| match letter {
        b'0'..=b'9' => (remainder * 10 + u32::from(letter - b'0')) % 97,
        b'A'..=b'Z' => (remainder * 100 + u32::from(letter - b'A') + 10) % 97,
        _ => remainder,
    })
}

fn iban_length(first: u8, second: u8) -> Option<usize> {
    const LENGTHS: &[(usize, &str)] = &[
        (15, "NO"),
        (16, "BE"),
        (18, "DK FI FO GL NL SD FK"),
        (19, "MK SI"),
        (20, "AT BA EE KZ LT LU XK MN"),
        (21, "CH CR HR LI LV"),
        (22, "BG BH DE GB GE IE ME RS VA"),
        (23, "AE GI IL IQ OM TL SO"),
        (24, "AD CZ ES MD PK RO SA SE SK TN VG"),
        (25, "LY PT ST"),
        (26, "IS TR"),
        (27, "BI DJ FR GR IT MC MR SM"),
        (28, "AL AZ BY CY DO GT HU LB NI PL SV"),
        (29, "BR EG PS QA UA"),
        (30, "JO KW MU"),
        (31, "MT SC"),
        (32, "LC"),
        (33, "RU"),
    ];
    let country = [first.to_ascii_uppercase(), second.to_ascii_uppercase()];
    let is_listed = |names: &str| names.as_bytes().chunks(3).any(|name| name.starts_with(&country));
    LENGTHS.iter().find(|(_, names)| is_listed(names)).map(|&(length, _)| length)
}

/// A UK sort code, a US routing number, or an account number, where the text says that it is one.
pub(super) fn is_labelled_account(lower: &str) -> bool {
    let has = |label: &str, is_number: fn(&[u8]) -> bool| {
        lower.match_indices(label).any(|(at, _)| number_after(&lower[at + label.len()..], is_number))
    };
    has("sort code", |digits| digits.len() == 6)
        || has("routing number", is_routing_number)
        || has("routing no", is_routing_number)
        || has("bank account", |digits| (6..=17).contains(&digits.len()))
}

/// Whether one of the numbers within a few words after a label is such a number.
fn number_after(rest: &str, is_number: fn(&[u8]) -> bool) -> bool {
    const REACH: usize = 40;
    let mut digits = Vec::new();
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'0'..=b'9' if digits.len() < 20 => digits.push(byte - b'0'),
            b'-' | b' ' if !digits.is_empty() && rest[at + 1..].starts_with(|next: char| next.is_ascii_digit()) => {}
            _ if is_number(&digits) => return true,
            _ if at > REACH => return false,
            _ => digits.clear(),
        }
    }
    is_number(&digits)
}

fn is_routing_number(digits: &[u8]) -> bool {
    let weighted = digits.iter().zip([3_u32, 7, 1].iter().cycle());
    let sum: u32 = weighted.map(|(&digit, weight)| u32::from(digit) * weight).sum();
    digits.len() == 9 && sum.is_multiple_of(10) && sum > 0
}

/// A US social security number: 3-2-4 with hyphens as it stands, or any nine digits so grouped after its name.
pub(super) fn is_social_security(lower: &str) -> bool {
    const NAMES: &[&str] = &["ssn", "social security", "soc sec", "social-security"];
    const REACH: usize = 40;
    let bytes = lower.as_bytes();
    let starts = (0..bytes.len()).filter(|&at| {
        bytes[at].is_ascii_digit() && at.checked_sub(1).is_none_or(|before| !joins_number(bytes[before]))
    });
    let named = |at: usize| {
        let before = &lower[lower.floor_char_boundary(at.saturating_sub(REACH))..at];
        NAMES.iter().any(|name| before.contains(name))
    };
    starts.into_iter().any(|at| match social_security_at(&bytes[at..]) {
        Some(b'-') => true,
        Some(_) => named(at),
        None => false,
    })
}

/// What goes on with a number, a code or an address.
fn joins_number(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+' | b'.' | b'/')
}

/// Nine digits of the ranges that are given out, and what parts their groups: a hyphen, a space or nothing (0).
fn social_security_at(bytes: &[u8]) -> Option<u8> {
    let mark = *bytes.get(3)?;
    let (mark, width) = if mark.is_ascii_digit() { (0, 0) } else { (mark, 1) };
    let group = |start: usize, length: usize| {
        let digits = bytes.get(start..start + length)?;
        let value = digits
            .iter()
            .try_fold(0_u32, |value, digit| digit.is_ascii_digit().then(|| value * 10 + u32::from(digit - b'0')));
        value.filter(|value| *value > 0)
    };
    let (area, _, _) = (group(0, 3)?, group(3 + width, 2)?, group(5 + 2 * width, 4)?);
    let is_parted = width == 0 || matches!(mark, b'-' | b' ') && bytes[6] == mark;
    let goes_on = bytes.get(9 + 2 * width).is_some_and(|next| {
        let is_longer = bytes.get(10 + 2 * width).is_some_and(u8::is_ascii_alphanumeric);
        next.is_ascii_alphanumeric() || matches!(next, b'_' | b'/') || *next == b'-' && is_longer
    });
    (is_parted && !goes_on && area != 666 && area < 900).then_some(mark)
}

#[cfg(test)]
mod tests {
    use super::super::{Secret, find};

    #[track_caller]
    fn finds(expected: Secret, text: &str) {
        assert_eq!(find(text), Some(expected), "{text:?}");
    }

    #[track_caller]
    fn passes(text: &str) {
        assert_eq!(find(text), None, "{text:?}");
    }

    #[test]
    fn cards_are_found() {
        finds(Secret::Card, concat!("4111", "111111111111"));
        finds(Secret::Card, concat!("My card is 4111 1111", " 1111 1111, exp 12/29."));
        finds(Secret::Card, concat!("5500-0000", "-0000-0004"));
        finds(Secret::Card, concat!("3782 822463", " 10005"));
        finds(Secret::Card, concat!("3056 930902", " 5904"));
        finds(Secret::Card, concat!("no 3 4111 1111", " 1111 1111"));
        finds(Secret::Card, concat!("6011.1111", ".1111.1117"));
        finds(Secret::Card, "The CVV is 123");
        finds(Secret::Card, "cvc: 1234");
    }

    #[test]
    fn other_long_numbers_pass() {
        passes("4111 1111 1111 1112");
        passes("4111111111111112");
        passes("9780306406157");
        passes("0000 0000 0000 0000");
        passes(concat!("x4111", "111111111111"));
        passes(concat!("+4111", "111111111111"));
        passes(concat!("4111", "1111111111110000000"));
        passes("41 11 11 11 11 11 11 11");
        passes("Tracking 1Z999AA10123456784");
        passes("1718000000000");
        passes("The CVV is on the back.");
    }

    #[test]
    fn accounts_are_found() {
        finds(Secret::BankAccount, concat!("GB82WEST", "12345698765432"));
        finds(Secret::BankAccount, concat!("IBAN GB82 WEST 1234", " 5698 7654 32."));
        finds(Secret::BankAccount, concat!("de89 3704 0044", " 0532 0130 00"));
        finds(Secret::BankAccount, concat!("FR14 2004 1010 0505", " 0001 3M02 606"));
        finds(Secret::BankAccount, concat!("NO93 8601", " 1117 947"));
        finds(Secret::BankAccount, "sort code 12-34-56, account 12345678");
        finds(Secret::BankAccount, concat!("Routing number: 0210", "00021"));
        finds(Secret::BankAccount, "My bank account number is 12345678.");
    }

    #[test]
    fn near_accounts_pass() {
        passes(concat!("GB82WEST", "12345698765433"));
        passes("GB82 WEST");
        passes("DE12 is a form.");
        passes("Routing number: 123456789");
        passes("The account number of the customer is 12345678.");
        passes("She opened a bank account in 2019.");
    }
}
