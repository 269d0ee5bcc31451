//! Owns positions in the code as it was given: 1-based line and column, columns counted in UTF-16 code units as
//! editors do. What must hold: everything that leaves the core speaks of the user's text, never of lowered source.

use serde::{Deserialize, Serialize};

/// A place in the user's code, 1-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in UTF-16 code units.
    pub column: u32,
}
