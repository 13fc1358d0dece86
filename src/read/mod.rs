//! Values that come in, as types of ours: a policy, a model's reply, an object of JavaScript.
//!
//! One reader serves every source. Readers that serde derives are compiled for each type and each source,
//! some 3 kB of wasm a type; here a type is a list of its fields' names. What is stored is serde's still.

mod scalar;
mod tree;

pub use tree::Tree;

use crate::gather::Map;

/// A value of a source.
pub trait Node {
    /// Nothing is here.
    fn is_null(&self) -> bool;
    /// True or false.
    fn boolean(&self) -> Option<bool>;
    /// Any number.
    fn number(&self) -> Option<f64>;
    /// A whole number from 0.
    fn whole(&self) -> Option<u64>;
    /// A whole number, below 0 too.
    fn integer(&self) -> Option<i64>;
    /// A string.
    fn text(&self) -> Option<String>;
    /// The items of a list, in order.
    fn items(&self) -> Option<Vec<Box<dyn Node + '_>>>;
    /// A list of numbers, where the source has it at hand as one.
    fn floats(&self) -> Option<Vec<f32>> {
        None
    }
    /// It has fields.
    fn is_object(&self) -> bool;
    /// The names of an object's fields.
    fn names(&self) -> Vec<String>;
    /// An object's field, unless it is absent.
    fn field(&self, name: &str) -> Option<Box<dyn Node + '_>>;
}

/// What was wrong with a value.
#[derive(Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Where: the fields and places that lead to it, such as `.evidence[2].uri`; empty: the value itself.
    pub at: String,
    /// What is allowed there.
    pub allowed: String,
}

/// What every reading gives.
pub type Result<T> = core::result::Result<T, Wrong>;

impl Wrong {
    /// Wrong at the value itself.
    pub fn new(allowed: impl Into<String>) -> Self {
        Self { at: String::new(), allowed: allowed.into() }
    }

    /// The same, seen from the object that holds it.
    fn within(mut self, name: &str) -> Self {
        self.at = format!(".{name}{}", self.at);
        self
    }
}

/// A type that a value can be read as.
pub trait Read: Sized {
    /// Reads it.
    fn read(from: &dyn Node) -> Result<Self>;

    /// What an absent field stands for, where it may be absent.
    fn absent() -> Option<Self> {
        None
    }

    /// Reads a list of it.
    fn list(from: &dyn Node) -> Result<Vec<Self>> {
        let mut list = Vec::new();
        each(from, &mut |item| {
            list.push(Self::read(item)?);
            Ok(())
        })?;
        Ok(list)
    }
}

/// Hands on each item of a list. What is not of a type is apart from what is, so that it is compiled once.
#[inline(never)]
fn each(from: &dyn Node, read: &mut dyn FnMut(&dyn Node) -> Result<()>) -> Result<()> {
    let items = from.items().ok_or_else(|| Wrong::new("a list"))?;
    for (place, item) in items.iter().enumerate() {
        read(&**item).map_err(|wrong| Wrong { at: format!("[{place}]{}", wrong.at), ..wrong })?;
    }
    Ok(())
}

/// An object, field by field.
pub struct Fields<'a>(&'a dyn Node);

impl<'a> Fields<'a> {
    /// The fields of an object; of those that are named alone, where others are refused.
    pub fn of(from: &'a dyn Node, only: Option<&[&str]>) -> Result<Self> {
        if !from.is_object() {
            return Err(Wrong::new("an object"));
        }
        if let Some(only) = only
            && let Some(name) = from.names().iter().find(|name| !only.contains(&name.as_str()))
        {
            let name: String = name.chars().take(64).collect();
            return Err(Wrong::new(format!("no field `{name}`; allowed: {}", only.join(", "))));
        }
        Ok(Self(from))
    }

    /// A field that must be there, unless its type says what absence stands for.
    pub fn take<T: Read>(&self, name: &str) -> Result<T> {
        let mut found = T::absent();
        self.with(name, &mut |value| {
            found = Some(T::read(value)?);
            Ok(())
        })?;
        found.ok_or_else(|| required(name))
    }

    /// The place of a variant's tag among those that are allowed.
    pub fn tag(&self, tags: &[&str]) -> Result<usize> {
        let mut found = None;
        self.with("tag", &mut |tag| {
            found = Some(case(tag, tags)?);
            Ok(())
        })?;
        found.ok_or_else(|| required("tag"))
    }

    /// The same into its place, which is left as it is where the field is absent.
    pub fn fill<T: Read>(&self, name: &str, place: &mut T) -> Result<()> {
        self.with(name, &mut |value| {
            *place = T::read(value)?;
            Ok(())
        })
    }

    /// Hands on a field that is there.
    #[inline(never)]
    fn with(&self, name: &str, read: &mut dyn FnMut(&dyn Node) -> Result<()>) -> Result<()> {
        self.0.field(name).map_or(Ok(()), |value| read(&*value)).map_err(|wrong| wrong.within(name))
    }
}

#[cold]
fn required(name: &str) -> Wrong {
    Wrong::new("required").within(name)
}

/// The place of a name among those that are allowed.
pub fn case(from: &dyn Node, names: &[&str]) -> Result<usize> {
    let place = from.text().and_then(|text| names.iter().position(|name| *name == text));
    place.ok_or_else(|| Wrong::new(format!("one of {}", names.join(", "))))
}

/// Says which fields an object of a type has: `strict` refuses others, `open` passes them by. The fields of
/// an `optional` one have the values of its default where they are absent.
macro_rules! reads {
    ($($type:ident $strict:ident $absent:ident { $($field:ident: $name:literal),+ $(,)? })+) => {$(
        impl $crate::read::Read for $type {
            fn read(from: &dyn $crate::read::Node) -> $crate::read::Result<Self> {
                let fields = $crate::read::Fields::of(from, $crate::read::reads!(@$strict $($name)+))?;
                $crate::read::reads!(@$absent fields $($field $name)+)
            }
        }
    )+};
    (@strict $($name:literal)+) => { Some(&[$($name),+]) };
    (@open $($name:literal)+) => { None };
    (@required $fields:ident $($field:ident $name:literal)+) => { Ok(Self { $($field: $fields.take($name)?),+ }) };
    (@optional $fields:ident $($field:ident $name:literal)+) => {{
        let mut read = Self::default();
        // Of every field: one that is left out does not compile.
        let Self { $($field),+ } = &mut read;
        let mut fill = || -> $crate::read::Result<()> {
            $($fields.fill($name, $field)?;)+
            Ok(())
        };
        fill().map(|()| read)
    }};
}
pub(crate) use reads;

impl<T: Read> Read for Option<T> {
    fn read(from: &dyn Node) -> Result<Self> {
        if from.is_null() { Ok(None) } else { T::read(from).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(from: &dyn Node) -> Result<Self> {
        T::list(from)
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(from: &dyn Node) -> Result<Self> {
        match from.items().as_deref() {
            Some([first, second]) => Ok((A::read(&**first)?, B::read(&**second)?)),
            _ => Err(Wrong::new("a list of two")),
        }
    }
}

impl<K: Read + Ord, V: Read> Read for Map<K, V> {
    fn read(from: &dyn Node) -> Result<Self> {
        let fields = Fields::of(from, None)?;
        let mut map = Self::new();
        for name in from.names() {
            let value = fields.take(&name)?;
            map.insert(K::read(&&Tree::Text(name))?, value);
        }
        Ok(map)
    }
}

#[cfg(test)]
mod tests;
