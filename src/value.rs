//! Owns [`Data`]: one value that crossed the border, as text; and [`ErrorData`], an exception that crossed. What must
//! hold: the text was written by our own encoder, and equal values written by it are equal text, so replay compares
//! inputs by comparing text.
//! Deliberately absent: anything live, and any engine type; `engine/convert/` turns engine values into `Data` and back.

use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// Marks text in devalue's format; JSON text never starts with it.
pub const DEVALUE_MARK: char = '~';

/// A serialised value. Plain JSON values are kept as JSON text; all others as `~` and then devalue's format, which
/// the page reads with the `devalue` package. On the wire and in a checkpoint it is this one string.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Data(Rc<str>);

impl Data {
    /// Takes text that an encoder wrote.
    pub fn from_text(text: impl Into<Rc<str>>) -> Self {
        Self(text.into())
    }

    /// `undefined`.
    pub fn undefined() -> Self {
        Self::from_text("~-1")
    }

    /// The whole text, mark included.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The text after the mark where the value is in devalue's format, else `None`: it is JSON.
    pub fn devalue(&self) -> Option<&str> {
        self.0.strip_prefix(DEVALUE_MARK)
    }
}

/// An exception of the host, as `ErrorData` in js/protocol.ts. It never has a stack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorData {
    /// The exception's name.
    pub name: String,
    /// The exception's message.
    pub message: String,
    /// Its own enumerable data, an object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Data>,
    /// Its cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Data>,
}
