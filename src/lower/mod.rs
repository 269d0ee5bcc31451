//! The only folder that names oxc. Fits guest code to the engine, editing text in place so that every position in
//! the result maps back to the user's line and column.
