//! The contract, read from `wit/` into what the emitters ask for.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{anyhow, bail};
use wit_bindgen_core::wit_parser::{
    Docs, Function, FunctionKind, Interface, Resolve, Type, TypeDef, TypeDefKind, TypeId, WorldItem,
};

use super::results::SINGLE_RESULTS;
use crate::paths;

/// The cases of what a JSON scalar can be.
const SCALAR: [&str; 6] = ["null", "boolean", "number", "text", "integer", "natural"];

/// The shape of a value, with the aliases that matter kept.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Bool,
    Text,
    Json,
    Time,
    U32,
    S32,
    U64,
    S64,
    F32,
    F64,
    Bytes,
    /// What a JSON scalar can be, as a variant.
    Scalar,
    Option(Box<Shape>),
    List(Box<Shape>),
    /// A list of pairs whose first is a text.
    Pairs(Box<Shape>),
    /// A record, an enum, a variant or a resource, by name.
    Named(String),
}

/// A named type with its prose.
pub struct Definition {
    pub name: String,
    pub docs: Option<String>,
    pub body: Body,
}

pub enum Body {
    Record(Vec<Member>),
    Enum(Vec<Member>),
    Variant(Vec<Member>),
}

/// A field, or a case with or without a value.
pub struct Member {
    pub name: String,
    pub docs: Option<String>,
    pub shape: Option<Shape>,
}

/// Which resource a function belongs to, or takes first.
#[derive(Clone, Debug, PartialEq)]
pub enum Receiver {
    None,
    Static(String),
    Method(String),
}

pub struct Operation {
    pub name: String,
    pub docs: Option<String>,
    pub receiver: Receiver,
    /// Without `self`.
    pub parameters: Vec<(String, Shape)>,
    /// None: nothing, or a failure.
    pub result: Option<Shape>,
}

pub struct Group {
    pub name: String,
    pub docs: Option<String>,
    pub definitions: Vec<Definition>,
    /// Name and prose.
    pub resources: Vec<(String, Option<String>)>,
    pub operations: Vec<Operation>,
}

/// The interfaces of the world, in its order.
pub struct Contract {
    pub groups: Vec<Group>,
    /// Records and variants that a parameter can hold.
    pub inputs: BTreeSet<String>,
    /// Those that a result can hold.
    pub results: BTreeSet<String>,
    /// Records that are parameters themselves: their fields are a request's arguments.
    pub roots: BTreeSet<String>,
    /// Names of fields, parameters and reads: what prose calls by its kebab name.
    names: BTreeSet<String>,
}

impl Contract {
    /// Reads `wit/`. A mistake in a WIT file is an error with its place.
    pub fn read() -> anyhow::Result<Self> {
        let mut resolve = Resolve::default();
        let (package, _) = resolve.push_dir(paths::root().join("wit")).map_err(|error| anyhow!("{error:?}"))?;
        let world = resolve.select_world(&[package], Some("memolet")).map_err(|error| anyhow!("{error:?}"))?;
        let mut groups = Vec::new();
        for item in resolve.worlds[world].exports.values() {
            let WorldItem::Interface { id, .. } = item else { bail!("the world exports more than interfaces") };
            groups.push(group(&resolve, &resolve.interfaces[*id])?);
        }
        let mut contract = Self {
            groups,
            inputs: BTreeSet::new(),
            results: BTreeSet::new(),
            roots: BTreeSet::new(),
            names: BTreeSet::new(),
        };
        contract.reach()?;
        Ok(contract)
    }

    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.groups.iter().flat_map(|group| &group.definitions)
    }

    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions().find(|definition| definition.name == name)
    }

    /// What a request can ask for: functions, and methods of `store` and `scope`.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        let groups = self.groups.iter().filter(|group| group.name != "embedding");
        groups
            .flat_map(|group| &group.operations)
            .filter(|operation| !matches!(operation.receiver, Receiver::Static(_)) && operation.name != "scope")
    }

    /// Whether prose means a field, a parameter or a read by this name.
    pub fn is_name(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    fn reach(&mut self) -> anyhow::Result<()> {
        let (mut inputs, mut results, mut roots) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut seen = BTreeMap::new();
        for definition in self.definitions() {
            if seen.insert(&definition.name, ()).is_some() {
                bail!("two types are called {}", definition.name);
            }
        }
        for operation in self.groups.iter().flat_map(|group| &group.operations) {
            for (name, shape) in &operation.parameters {
                self.visit(shape, &mut inputs);
                if let Shape::Named(record) = shape
                    && name != "labels"
                    && matches!(self.definition(record), Some(Definition { body: Body::Record(_), .. }))
                {
                    roots.insert(record.clone());
                }
            }
            if let Some(shape) = &operation.result {
                self.visit(shape, &mut results);
            }
        }
        let mut names = BTreeSet::new();
        for operation in self.groups.iter().flat_map(|group| &group.operations) {
            // What gives nothing is a command: prose means its code in the audit.
            names.extend(operation.result.is_some().then(|| operation.name.clone()));
            names.extend(operation.parameters.iter().map(|(name, _)| name.clone()));
        }
        for definition in self.definitions() {
            if let Body::Record(fields) = &definition.body {
                names.extend(fields.iter().map(|field| field.name.clone()));
            }
        }
        (self.inputs, self.results, self.roots, self.names) = (inputs, results, roots, names);
        Ok(())
    }

    fn visit(&self, shape: &Shape, reached: &mut BTreeSet<String>) {
        match shape {
            Shape::Option(inner) | Shape::List(inner) | Shape::Pairs(inner) => self.visit(inner, reached),
            Shape::Named(name) if reached.insert(name.clone()) => {
                let members = self.definition(name).map(|definition| definition.body.members());
                for shape in members.unwrap_or_default().iter().filter_map(|member| member.shape.as_ref()) {
                    self.visit(shape, reached);
                }
            }
            _ => {}
        }
    }
}

impl Body {
    pub fn members(&self) -> &[Member] {
        match self {
            Body::Record(members) | Body::Enum(members) | Body::Variant(members) => members,
        }
    }
}

impl Operation {
    /// What its result is called in a request's answer, where it is no record.
    pub fn result_name(&self, contract: &Contract) -> Option<&'static str> {
        let is_object = |shape: &Shape| match shape {
            Shape::Named(name) => matches!(contract.definition(name).map(|d| &d.body), Some(Body::Record(_))),
            Shape::Json => true,
            _ => false,
        };
        let operation = camel(&self.name);
        let single = SINGLE_RESULTS.iter().find(|(name, _)| *name == operation).map(|(_, result)| *result);
        match self.result.as_ref()? {
            Shape::Option(inner) if is_object(inner) => single,
            shape if is_object(shape) => single,
            _ => Some(single.unwrap_or("value")),
        }
    }
}

/// kebab-case to camelCase.
pub fn camel(kebab: &str) -> String {
    let mut words = kebab.split('-');
    let first = words.next().unwrap_or_default().to_string();
    words.fold(first, |name, word| name + &capital(word))
}

/// kebab-case to PascalCase.
pub fn pascal(kebab: &str) -> String {
    capital(&camel(kebab))
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|letter| letter.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn group(resolve: &Resolve, interface: &Interface) -> anyhow::Result<Group> {
    let mut group = Group {
        name: interface.name.clone().unwrap_or_default(),
        docs: interface.docs.contents.clone(),
        definitions: Vec::new(),
        resources: Vec::new(),
        operations: Vec::new(),
    };
    for (name, id) in &interface.types {
        let ty = &resolve.types[*id];
        if matches!(ty.kind, TypeDefKind::Resource) {
            group.resources.push((name.clone(), ty.docs.contents.clone()));
        } else if let Some(body) = body(resolve, ty)? {
            group.definitions.push(Definition { name: name.clone(), docs: ty.docs.contents.clone(), body });
        }
    }
    for function in interface.functions.values() {
        group.operations.push(operation(resolve, function)?);
    }
    Ok(group)
}

fn body(resolve: &Resolve, ty: &TypeDef) -> anyhow::Result<Option<Body>> {
    let member = |name: &str, docs: &Docs, ty: Option<&Type>| -> anyhow::Result<Member> {
        let shape = ty.map(|ty| shape(resolve, ty)).transpose()?;
        Ok(Member { name: name.into(), docs: docs.contents.clone(), shape })
    };
    Ok(Some(match &ty.kind {
        TypeDefKind::Record(record) => {
            let fields = record.fields.iter().map(|field| member(&field.name, &field.docs, Some(&field.ty)));
            Body::Record(fields.collect::<anyhow::Result<_>>()?)
        }
        TypeDefKind::Enum(names) => Body::Enum(
            names.cases.iter().map(|case| member(&case.name, &case.docs, None)).collect::<anyhow::Result<_>>()?,
        ),
        TypeDefKind::Variant(variant) => {
            let cases = variant.cases.iter().map(|case| member(&case.name, &case.docs, case.ty.as_ref()));
            Body::Variant(cases.collect::<anyhow::Result<_>>()?)
        }
        _ => return Ok(None),
    }))
}

fn operation(resolve: &Resolve, function: &Function) -> anyhow::Result<Operation> {
    let resource = |id: TypeId| resolve.types[id].name.clone().unwrap_or_default();
    let receiver = match function.kind {
        FunctionKind::Freestanding => Receiver::None,
        FunctionKind::Method(id) => Receiver::Method(resource(id)),
        FunctionKind::Static(id) => Receiver::Static(resource(id)),
        _ => bail!("{}: this package has no such functions", function.name),
    };
    let own = usize::from(matches!(receiver, Receiver::Method(_)));
    let parameters = function.params.iter().skip(own);
    let parameters = parameters.map(|param| Ok((param.name.clone(), shape(resolve, &param.ty)?)));
    let result = match function.result.as_ref().map(|ty| (ty, definition(resolve, ty))) {
        Some((_, Some(TypeDefKind::Result(result)))) => result.ok.as_ref(),
        other => other.map(|(ty, _)| ty),
    };
    Ok(Operation {
        name: function.item_name().to_string(),
        docs: function.docs.contents.clone(),
        receiver,
        parameters: parameters.collect::<anyhow::Result<_>>()?,
        result: result.map(|ty| shape(resolve, ty)).transpose()?,
    })
}

fn definition<'r>(resolve: &'r Resolve, ty: &Type) -> Option<&'r TypeDefKind> {
    match ty {
        Type::Id(id) => Some(&resolve.types[*id].kind),
        _ => None,
    }
}

fn shape(resolve: &Resolve, ty: &Type) -> anyhow::Result<Shape> {
    Ok(match ty {
        Type::Bool => Shape::Bool,
        Type::String => Shape::Text,
        Type::U32 => Shape::U32,
        Type::S32 => Shape::S32,
        Type::U64 => Shape::U64,
        Type::S64 => Shape::S64,
        Type::F32 => Shape::F32,
        Type::F64 => Shape::F64,
        Type::Id(id) => return named(resolve, &resolve.types[*id]),
        other => bail!("JavaScript is not told of {other:?} yet"),
    })
}

fn named(resolve: &Resolve, ty: &TypeDef) -> anyhow::Result<Shape> {
    let name = ty.name.as_deref().unwrap_or_default();
    Ok(match (&ty.kind, name) {
        (TypeDefKind::Type(_), "timestamp") => Shape::Time,
        (TypeDefKind::Type(_), "json") => Shape::Json,
        (TypeDefKind::Type(inner), _) => shape(resolve, inner)?,
        (TypeDefKind::Option(inner), _) => Shape::Option(Box::new(shape(resolve, inner)?)),
        (TypeDefKind::List(Type::U8), _) => Shape::Bytes,
        (TypeDefKind::List(inner), _) => match definition(resolve, inner) {
            Some(TypeDefKind::Tuple(pair)) if pair.types.len() == 2 && pair.types[0] == Type::String => {
                Shape::Pairs(Box::new(shape(resolve, &pair.types[1])?))
            }
            _ => Shape::List(Box::new(shape(resolve, inner)?)),
        },
        (TypeDefKind::Handle(handle), _) => {
            use wit_bindgen_core::wit_parser::Handle::{Borrow, Own};
            let (Own(id) | Borrow(id)) = handle;
            Shape::Named(resolve.types[*id].name.clone().unwrap_or_default())
        }
        (TypeDefKind::Variant(variant), _) if variant.cases.iter().map(|case| case.name.as_str()).eq(SCALAR) => {
            Shape::Scalar
        }
        (TypeDefKind::Record(_) | TypeDefKind::Enum(_) | TypeDefKind::Variant(_), name) => Shape::Named(name.into()),
        (other, _) => bail!("JavaScript is not told of {other:?} yet"),
    })
}
