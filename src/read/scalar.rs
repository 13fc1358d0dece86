//! Truth values, numbers and texts.

use super::{Node, Read, Result, Wrong};

impl Read for bool {
    fn read(from: &dyn Node) -> Result<Self> {
        from.boolean().ok_or_else(|| Wrong::new("true or false"))
    }
}

impl Read for String {
    fn read(from: &dyn Node) -> Result<Self> {
        from.text().ok_or_else(|| Wrong::new("a text"))
    }
}

impl Read for f64 {
    fn read(from: &dyn Node) -> Result<Self> {
        from.number().ok_or_else(|| Wrong::new("a number"))
    }
}

impl Read for f32 {
    fn read(from: &dyn Node) -> Result<Self> {
        f64::read(from).map(|number| number as Self)
    }

    fn list(from: &dyn Node) -> Result<Vec<Self>> {
        match from.floats() {
            Some(floats) => Ok(floats),
            None => Ok(f64::list(from)?.into_iter().map(|number| number as Self).collect()),
        }
    }
}

/// A whole number up to a bound.
fn whole(from: &dyn Node, most: u64) -> Result<u64> {
    let whole = from.whole().filter(|number| *number <= most);
    whole.ok_or_else(|| Wrong::new(format!("a whole number from 0 to {most}")))
}

impl Read for u8 {
    fn read(from: &dyn Node) -> Result<Self> {
        whole(from, u64::from(Self::MAX)).map(|number| number as Self)
    }
}

impl Read for u32 {
    fn read(from: &dyn Node) -> Result<Self> {
        whole(from, u64::from(Self::MAX)).map(|number| number as Self)
    }
}

impl Read for i32 {
    fn read(from: &dyn Node) -> Result<Self> {
        let number = from.number().filter(|number| number.fract() == 0.0 && number.abs() <= f64::from(Self::MAX));
        number.map(|number| number as Self).ok_or_else(|| Wrong::new("a whole number"))
    }
}

impl Read for i64 {
    fn read(from: &dyn Node) -> Result<Self> {
        from.integer().ok_or_else(|| Wrong::new("a whole number of 64 bits"))
    }
}

impl Read for u64 {
    fn read(from: &dyn Node) -> Result<Self> {
        whole(from, Self::MAX)
    }
}
