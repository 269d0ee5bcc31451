//! Owns the limits the core itself enforces. Time is the page's; memory is the allocator's.

use serde::{Deserialize, Serialize};

/// Limits of one run, units last in the names; the defaults are the public contract's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Limits {
    /// The engine's heap, in bytes.
    pub memory_bytes: usize,
    /// The code as given, in bytes of UTF-8.
    pub code_bytes: usize,
    /// One input, one value, the result, in bytes of serialised text.
    pub value_bytes: usize,
    /// Everything recorded of a run, in bytes of serialised text.
    pub journal_bytes: usize,
    /// Everything the code logged, in bytes of UTF-8.
    pub log_bytes: usize,
    /// Calls in one run.
    pub calls: usize,
    /// Calls of host functions in flight at once (deny, pause).
    pub concurrent_calls: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory_bytes: 64 << 20,
            code_bytes: 256 << 10,
            value_bytes: 4 << 20,
            journal_bytes: 32 << 20,
            log_bytes: 64 << 10,
            calls: 1_000,
            concurrent_calls: 32,
        }
    }
}
