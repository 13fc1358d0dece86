//! Places that are known by name: countries, regions, cities and towns.
//!
//! Eleven thousand names take a byte each, since none of them is kept: a name's hash says which bytes of the table,
//! combined, must give its last byte (a ribbon filter). Every name of `assets/places.txt` is known; of other words
//! one in 256 is taken for one. `assets/README.md` says where the names are from.

use super::tokens::folded;

/// The seed of the hash, then the table.
const TABLE: &[u8] = include_bytes!("../../assets/places.bin");

/// Whether a name is that of a place which is better known than any firm of its name: `Leeds`, not `Norton`.
pub fn knows_city(name: &str) -> bool {
    has(&[&key(name), "!"].concat())
}

/// Whether a name is a known place's.
pub fn knows(name: &str) -> bool {
    has(&key(name))
}

fn has(key: &str) -> bool {
    let Some((seed, table)) = TABLE.split_first() else { return false };
    let Some(row) = Row::of(key, *seed, table.len()) else { return false };
    row.places().filter_map(|place| table.get(place)).fold(0, |all, byte| all ^ byte) == row.byte
}

/// A name as the list has it: small letters without accents, apostrophes and full stops; spaces for hyphens.
fn key(name: &str) -> String {
    folded(name).replace('-', " ").replace(" '", "").replace(['\'', '.'], "")
}

/// Which bytes of the table a name combines, and what these must give.
#[derive(Clone, Copy)]
struct Row {
    start: usize,
    /// Bit `n`: the byte at `start + n`. The first is always of them.
    bits: u64,
    byte: u8,
}

impl Row {
    /// None: the table is too short for one, or the name is empty.
    fn of(key: &str, seed: u8, length: usize) -> Option<Self> {
        let starts = u64::try_from(length.checked_sub(63)?).ok()?;
        let hash = key.bytes().fold(u64::from(seed), |hash, byte| mixed(hash ^ u64::from(byte)));
        let start = usize::try_from(((hash >> 32) * starts) >> 32).ok()?;
        let [byte, ..] = hash.to_le_bytes();
        (!key.is_empty()).then(|| Self { start, bits: mixed(hash) | 1, byte })
    }

    fn places(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |bit| self.bits >> bit & 1 == 1).map(move |bit| self.start + bit)
    }
}

/// A bijection in which every bit depends on every other (Stafford's thirteenth).
const fn mixed(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &str = include_str!("../../assets/places.txt");
    const OWN: &str = include_str!("../../assets/places-own.txt");

    #[test]
    fn every_name_of_the_list_is_known() {
        let unknown: Vec<&str> = NAMES.lines().filter(|name| !knows(name)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        for name in
            ["Alnwick", "King's Lynn", "king 's lynn", "St. Ives", "Saint Ives", "Stratford-upon-Avon", "Zürich"]
        {
            assert!(knows(name), "{name}");
        }
        assert!(knows_city("Leeds") && !knows_city("Norton"));
    }

    #[test]
    fn what_is_left_out_is_not_and_little_else_is() {
        let left: Vec<&str> =
            OWN.lines().filter_map(|line| line.strip_prefix('-')).filter(|name| knows(name)).collect();
        assert!(left.is_empty(), "{left:?}");
        let taken = (0..20_000).filter(|number| knows(&format!("xq{number}zk"))).count();
        assert!(taken < 140, "{taken} of 20,000");
        assert!(!knows(""));
    }

    #[test]
    #[ignore = "writes assets/places.bin"]
    fn places_are_packed() {
        let names: Vec<&str> = NAMES.lines().collect();
        let tables = (names.len()..).step_by(names.len() / 200);
        let mut tables = tables.flat_map(|length| (0..=u8::MAX).map(move |seed| (length, seed)));
        let fits = |(length, seed): (usize, u8)| Some((seed, solved(&names, seed, length)?));
        let left_out = |table: &[u8], seed: u8| {
            let others = OWN.lines().filter_map(|line| line.strip_prefix('-'));
            others
                .filter_map(|name| Row::of(name, seed, table.len()))
                .all(|row| row.places().fold(0, |all, place| all ^ table[place]) != row.byte)
        };
        let (seed, table) = tables.find_map(|at| fits(at).filter(|(seed, table)| left_out(table, *seed))).unwrap();
        std::fs::write("assets/places.bin", [&[seed], &table[..]].concat()).unwrap();
    }

    /// The table for which each name's bytes give its last: by elimination. None: these rows contradict one another.
    fn solved(names: &[&str], seed: u8, length: usize) -> Option<Vec<u8>> {
        let mut rows: Vec<Option<Row>> = vec![None; length];
        for name in names {
            let mut row = Row::of(name, seed, length)?;
            while let Some(known) = rows[row.start] {
                (row.bits, row.byte) = (row.bits ^ known.bits, row.byte ^ known.byte);
                if row.bits == 0 {
                    break;
                }
                row = Row {
                    start: row.start + row.bits.trailing_zeros() as usize,
                    bits: row.bits >> row.bits.trailing_zeros(),
                    ..row
                };
            }
            match row.bits {
                0 if row.byte != 0 => return None,
                0 => {}
                _ => rows[row.start] = Some(row),
            }
        }
        let mut table = vec![0; length];
        for row in rows.into_iter().rev().flatten() {
            table[row.start] = row.places().skip(1).fold(row.byte, |all, place| all ^ table[place]);
        }
        Some(table)
    }
}
