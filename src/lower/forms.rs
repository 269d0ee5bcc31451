//! Owns forms that the engine cannot read, or takes for something else, and that say the same when they are written in another form. They are
//! written so before all other lowering, which then meets the text as if the user had written it. What must hold: a program means the
//! same in both forms, and what is written here is never a form to be written again. Deliberately absent: what one place can mend by itself
//! (`workarounds.rs`).

mod covers;
mod exits;
mod fields;
mod finals;
mod keys;
mod repeats;
mod reserved;

use super::Helper;
use super::edits::Edits;
use super::walk::walk;
use crate::position::Stretches;
use oxc_ast::ast::Program;

/// A text in forms the engine takes.
pub(super) struct Rewritten {
    pub(super) text: String,
    /// The way back.
    pub(super) stretches: Stretches,
    /// What it calls, and by what name.
    pub(super) helper: Option<(Helper, String)>,
}

/// None where there is nothing to write in another form.
pub(super) fn rewritten(program: &Program<'_>, text: &str) -> Option<Rewritten> {
    let (mut covers, mut exits) = (covers::Covers::default(), exits::Exits::default());
    let (mut fields, mut finals) = (fields::Fields::new(text), finals::Finals::default());
    let (mut keys, mut repeats) = (keys::Keys::default(), repeats::Repeats::default());
    let mut reserved = reserved::Reserved::default();
    walk(program, &mut [&mut covers, &mut exits, &mut fields, &mut finals, &mut keys, &mut repeats, &mut reserved]);
    let mut edits = Edits::default();
    let helper = fields.lower(&mut edits);
    let any = [
        helper.is_some(),
        covers.lower(text, &mut edits),
        exits.lower(text, &mut edits),
        finals.lower(&mut edits),
        keys.lower(text, &mut edits),
        repeats.lower(text, &mut edits),
        reserved.lower(text, &mut edits),
    ];
    any.contains(&true).then(|| {
        let (text, stretches) = edits.apply(text);
        Rewritten { text, stretches, helper }
    })
}
