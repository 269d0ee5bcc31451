//! Globals the engine does not have, and replacements for those it has and gets wrong.
