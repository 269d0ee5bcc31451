//! Owns what a function of the app does when it is called. What must hold: what depends on the input depends on nothing else, so
//! that the same call gives the same in every mode and order. Deliberately absent: when.

use crate::queue::mixed;
use countersign::run::Reply;
use countersign::value::{Data, ErrorData};

#[derive(Debug, Clone)]
pub(crate) enum Answer {
    /// Gives this text, `$input` standing for the input.
    Value(String),
    /// Throws an error of this name and message.
    Throws(String, String),
    /// Gives a value or throws, whatever the input makes of it.
    ByInput,
    /// Gives a value of any kind by name and input, fails this often in a hundred, and is given up now and then. Of another salt, another one.
    AnyKind { fails: u64, salt: u64 },
}

/// Values that differ in what code asks of a value: truth, kind, what is in it.
const KINDS: &[&str] = &[
    r#"{"id":7,"ok":true,"tags":["a","b"],"sub":{"x":1,"list":[3,1,2]}}"#,
    r#"{"id":$n,"ok":false,"tags":[],"sub":null}"#,
    r#"{"id":2,"items":[{"id":1},{"id":2,"ok":true}]}"#,
    "$n",
    r#""text$n""#,
    "[1,2,3]",
    r#"[{"id":$n},null,"a"]"#,
    "0",
    r#""""#,
    "null",
    "~-1",
    "true",
    "false",
    "[]",
    "{}",
    r#""id""#,
    "-1",
    "~-3",
    r#"~[["BigInt","5"]]"#,
    r#"~[["Date","1970-01-01T00:00:00.000Z"]]"#,
    r#"~[["Map",1,2],"a",1]"#,
];

impl Answer {
    pub(crate) fn reply(&self, name: &str, input: &Data) -> Reply {
        match self {
            Self::Value(text) => fulfilled(text.replace("$input", input.text())),
            Self::Throws(name, message) => Reply::Rejected { error: error_data(name, message) },
            Self::ByInput => match mixed(input.text()) % 1000 {
                number @ 0..250 => Reply::Rejected { error: error_data("RangeError", &number.to_string()) },
                number => fulfilled(format!("{{\"number\":{number}}}")),
            },
            Self::AnyKind { fails, salt } => {
                let number = mixed(&format!("{name}{salt}{}", input.text()));
                let (chance, kind) = (number % 100, (number / 100) as usize % KINDS.len());
                let small = (number / 10_000 % 4).to_string();
                match chance {
                    chance if chance >= *fails => fulfilled(KINDS[kind].replace("$n", &small)),
                    0 if number.is_multiple_of(3) => Reply::Unknown { error: error_data("TimeoutError", "given up") },
                    _ => Reply::Rejected { error: error_data("RangeError", &small) },
                }
            }
        }
    }
}

fn fulfilled(text: String) -> Reply {
    Reply::Fulfilled { value: Data::from_text(text) }
}

pub(crate) fn error_data(name: &str, message: &str) -> ErrorData {
    ErrorData { name: name.to_owned(), message: message.to_owned(), data: None, cause: None }
}
