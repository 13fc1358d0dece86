//! JSON as it stands: no field twice.

use super::Node;
use crate::gather::Map;
use core::fmt;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// One value of JSON.
pub enum Tree {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number that is none of `Whole`.
    Number(f64),
    /// A whole number from 0.
    Whole(u64),
    /// A whole number below 0.
    Below(i64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Tree>),
    /// An object.
    Object(Map<String, Tree>),
}

/// Its sort only: a reply is what a model wrote.
impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tree")
    }
}

impl Node for &Tree {
    fn is_null(&self) -> bool {
        matches!(self, Tree::Null)
    }

    fn boolean(&self) -> Option<bool> {
        if let Tree::Boolean(value) = self { Some(*value) } else { None }
    }

    fn number(&self) -> Option<f64> {
        match self {
            Tree::Number(number) => Some(*number),
            Tree::Whole(number) => Some(*number as f64),
            Tree::Below(number) => Some(*number as f64),
            _ => None,
        }
    }

    fn whole(&self) -> Option<u64> {
        if let Tree::Whole(number) = self { Some(*number) } else { None }
    }

    fn integer(&self) -> Option<i64> {
        match self {
            Tree::Whole(number) => i64::try_from(*number).ok(),
            Tree::Below(number) => Some(*number),
            _ => None,
        }
    }

    fn text(&self) -> Option<String> {
        if let Tree::Text(text) = self { Some(text.clone()) } else { None }
    }

    fn items(&self) -> Option<Vec<Box<dyn Node + '_>>> {
        let Tree::List(items) = self else { return None };
        Some(items.iter().map(|item| Box::new(item) as Box<dyn Node + '_>).collect())
    }

    fn is_object(&self) -> bool {
        matches!(self, Tree::Object(_))
    }

    fn names(&self) -> Vec<String> {
        if let Tree::Object(fields) = self { fields.keys().cloned().collect() } else { Vec::new() }
    }

    fn field(&self, name: &str) -> Option<Box<dyn Node + '_>> {
        let Tree::Object(fields) = self else { return None };
        Some(Box::new(fields.get(name)?))
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Any)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Boolean(value))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Tree, E> {
        Ok(Tree::Number(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
        Ok(Tree::Whole(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Below(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Tree, A::Error> {
        let mut object = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if object.contains_key(&name) {
                let name: String = name.chars().take(64).collect();
                return Err(A::Error::custom(format_args!("the field `{name}` is there twice")));
            }
            object.insert(name, fields.next_value()?);
        }
        Ok(Tree::Object(object))
    }
}
