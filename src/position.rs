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

/// Leads from a place in the lowered source back to the user's.
#[derive(Debug, Clone, Default)]
pub struct PositionMap;

impl PositionMap {
    /// The map of source that was not changed.
    pub fn identity() -> Self {
        Self
    }

    /// The user's place for the engine's: 1-based line, 1-based column in code points. `None` in text we added.
    pub fn to_user(&self, line: u32, column: u32) -> Option<Position> {
        Some(Position { line, column })
    }
}
