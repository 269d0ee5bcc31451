//! Owns what the engine's words for an error mean. What must hold: words that mean nothing here are left alone.

use crate::lower::sites::What;

/// What the engine held against a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    NotCallable,
    NotConstructor,
    /// Something is null or undefined.
    Nullish,
    /// A pattern met `null` or `undefined`.
    Destructured(String),
    /// What it is instead.
    NotIterable(String),
    /// What is wrong with a pattern.
    Pattern(String),
    NotDefined(String),
    /// Read before its declaration, whose name the engine does not say.
    TooEarly,
    /// Assigned before its declaration, or never declared.
    NotDeclared(String),
    Constant(String),
    /// The right side of `in` or `instanceof`; what it is.
    NoObject(String),
    Mixed,
    Symbol,
    NoPrimitive,
    NeedsNew,
    ReadOnly,
    NotDeletable,
    Private,
    NoClass,
    /// A built-in wants a function first.
    Callback,
    InvalidDate,
    /// `new Promise` wants a function.
    Executor,
    /// What a Map is made of are no pairs.
    Pairs,
    /// A pattern without `g` where all matches are meant.
    NotGlobal,
    /// A `%` that starts nothing.
    Escape,
    /// Known by our own words: only what can be there.
    Worded(Vec<What>, Option<String>),
}

impl Fault {
    /// What the engine's words mean.
    pub(super) fn of_engine(message: &str) -> Option<Self> {
        Some(match message {
            "not a callable function" => Self::NotCallable,
            "not a constructor" => Self::NotConstructor,
            "cannot convert 'null' or 'undefined' to object" => Self::Nullish,
            "access of uninitialized binding" => Self::TooEarly,
            "cannot mix BigInt and other types, use explicit conversions" => Self::Mixed,
            "can't convert symbol to string" | "argument must not be a symbol" => Self::Symbol,
            "cannot convert object to primitive value" => Self::NoPrimitive,
            "class constructor cannot be invoked without 'new'" => Self::NeedsNew,
            "Private element does not exist on object" => Self::Private,
            "Cannot delete property" => Self::NotDeletable,
            "superclass must be a constructor" => Self::NoClass,
            "Invalid time value" => Self::InvalidDate,
            "Promise executor is not callable" => Self::Executor,
            "cannot get key and value from primitive item of `iterable`" => Self::Pairs,
            "non-terminated escape character found" | "invalid escape character found" => Self::Escape,
            "flatMap mapper function is not callable" => Self::Callback,
            _ => return Self::with_part(message),
        })
    }

    fn with_part(message: &str) -> Option<Self> {
        let between = |start: &str, end: &str| message.strip_prefix(start)?.strip_suffix(end).map(str::to_owned);
        if let Some(kind) = between("Cannot destructure '", "' value") {
            return Some(Self::Destructured(kind));
        }
        if let Some(kind) = between("value with type `", "` is not iterable") {
            return Some(Self::NotIterable(kind));
        }
        if let Some(reason) = between("failed to create matcher: ", "") {
            return Some(Self::Pattern(reason));
        }
        if let Some(name) = between("", " is not defined").filter(|name| is_name(name)) {
            return Some(Self::NotDefined(name));
        }
        if let Some(name) = between("cannot mutate an immutable binding '", "'") {
            return Some(Self::Constant(name));
        }
        if let Some(rest) = message.strip_prefix("cannot assign to uninitialized ") {
            let (_, name) = rest.split_once('`')?;
            return Some(Self::NotDeclared(name.strip_suffix('`')?.to_owned()));
        }
        if let Some(rest) = message.strip_prefix("right-hand side of 'in") {
            let kind = rest.split_once('`').and_then(|(_, kind)| kind.strip_suffix('`'));
            return Some(Self::NoObject(kind.unwrap_or_default().to_owned()));
        }
        if message.ends_with(" called with a non-global RegExp argument") {
            return Some(Self::NotGlobal);
        }
        if let Some(method) = message.strip_prefix("Array.prototype.") {
            let wanted = ["invalid callback function", "is not callable", "must be callable"];
            return wanted.iter().any(|end| method.ends_with(end)).then_some(Self::Callback);
        }
        message.starts_with("cannot set non-writable property: ").then_some(Self::ReadOnly)
    }

    /// What the engine's words mean, or ours.
    pub(super) fn of_any(message: &str) -> Option<Self> {
        if let Some(fault) = Self::of_engine(message) {
            return Some(fault);
        }
        let name = message.split_whitespace().next().filter(|name| is_name(name)).map(str::to_owned);
        let (what, name) = match message {
            _ if message.contains(" is not a function") || message.contains(" is a class; ") => {
                (vec![What::Call], None)
            }
            _ if message.contains(" is not a constructor") => (vec![What::New], None),
            _ if message.contains(" is not iterable: ") || message.contains(" is not iterable; ") => {
                (vec![What::Iterate], None)
            }
            _ if ["(…) was given ", "(…) needs ", "(…) was called on "].iter().any(|part| message.contains(part)) => {
                (vec![What::Call, What::New], None)
            }
            _ if [" is not defined; ", " is not defined: "].iter().any(|part| message.contains(part))
                || message.contains(" is used before ") =>
            {
                (vec![What::Name], name)
            }
            _ if message.contains(" is not declared; ") => (vec![What::Assign], name),
            _ if message.starts_with("cannot read ") => (vec![What::Read], None),
            _ if message.starts_with("cannot set ") => (vec![What::Write], None),
            _ if message.starts_with("cannot delete ") => (vec![What::Delete], None),
            _ if message.starts_with("cannot destructure ") => (vec![What::Destructure, What::Iterate], None),
            _ if message.starts_with("cannot assign to ") => (vec![What::Assign], None),
            _ if message.starts_with("cannot use 'in' ") => (vec![What::In], None),
            _ if message.starts_with("cannot use 'instanceof' ") => (vec![What::InstanceOf], None),
            _ if message.starts_with("cannot extend ") => (vec![What::Extend], None),
            _ if message.starts_with("cannot mix ") || message.starts_with("cannot make ") => {
                (vec![What::Operate, What::Call, What::New], None)
            }
            _ => return None,
        };
        Some(Self::Worded(what, name))
    }

    /// Whether it can be held against such a place.
    pub(super) fn fits(&self, what: What) -> bool {
        match self {
            Self::NotCallable | Self::NeedsNew => what == What::Call,
            Self::NotConstructor => what == What::New,
            Self::Nullish => {
                matches!(what, What::Read | What::Write | What::Delete | What::Iterate | What::Call | What::New)
            }
            Self::Destructured(_) => matches!(what, What::Destructure | What::Iterate),
            Self::NotIterable(_) => matches!(what, What::Iterate | What::Call | What::New),
            Self::Pattern(_) => matches!(what, What::Call | What::New),
            Self::NotDefined(_) | Self::TooEarly => matches!(what, What::Name),
            Self::NotDeclared(_) | Self::Constant(_) => what == What::Assign,
            Self::NoObject(_) => matches!(what, What::In | What::InstanceOf),
            Self::Mixed | Self::NoPrimitive => what == What::Operate,
            Self::Symbol => matches!(what, What::Operate | What::Call | What::New),
            Self::Callback | Self::InvalidDate | Self::NotGlobal | Self::Escape => what == What::Call,
            Self::Executor | Self::Pairs => matches!(what, What::Call | What::New),
            Self::ReadOnly => what == What::Write,
            Self::NotDeletable => what == What::Delete,
            Self::Private => matches!(what, What::Read | What::Write),
            Self::NoClass => what == What::Extend,
            Self::Worded(kinds, _) => kinds.contains(&what),
        }
    }

    /// The name of the variable it is about.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::NotDefined(name) | Self::NotDeclared(name) | Self::Constant(name) => Some(name),
            Self::Worded(_, name) => name.as_deref(),
            _ => None,
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | '$'))
}
