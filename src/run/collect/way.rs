//! Owns which record a call of the code takes: the next that was shown and, once a shown call has thrown or where what was shown of the way after
//! it ends, the first of the same function, input and call site that this pass has not used (R7, R9). Deliberately absent: what becomes of it then.

use super::Collect;
use crate::driver::MadeCall;
use crate::error::RunError;
use crate::position::Position;
use crate::run::replay;
use crate::value::Data;
use std::collections::{HashMap, HashSet, VecDeque};

/// Function, input and call site.
type Site = (String, String, Option<(u32, u32)>);

/// Records that this pass has not used, by where they were made, in creation order.
pub(super) type Way = HashMap<Site, VecDeque<u32>>;

impl Collect {
    /// The record this call takes; none where it is a new call.
    pub(super) fn find(&mut self, made: &MadeCall) -> Result<Option<u32>, Box<RunError>> {
        let at = self.pass.slots.len();
        if self.pass.threw && at >= self.record.shown.order.len() {
            self.go_another_way();
        }
        if let Some(way) = &mut self.pass.another_way {
            let input = made.input.clone().unwrap_or_else(|_| Data::undefined());
            let site = site_of(&made.function, &input, made.position);
            return Ok(way.get_mut(&site).and_then(VecDeque::pop_front));
        }
        let Some(seq) = self.record.shown.next_at(at) else { return Ok(None) };
        let Some(shown) = self.record.at(seq) else { return Ok(None) };
        match replay::mismatch(seq, &shown.attempt(), shown.position, made) {
            Some(error) => Err(Box::new(replay::parted_later(error))),
            None => Ok(Some(seq)),
        }
    }

    /// R7: from here on calls are matched by what is called, with what, and where.
    pub(super) fn go_another_way(&mut self) {
        if self.pass.another_way.is_some() {
            return;
        }
        let used: HashSet<u32> = self.pass.slots.iter().map(|slot| slot.seq).collect();
        let mut way: HashMap<Site, VecDeque<u32>> = HashMap::new();
        for (call, seq) in self.record.calls.iter().zip(1..) {
            if !used.contains(&seq) {
                way.entry(site_of(&call.function, &call.input, call.position)).or_default().push_back(seq);
            }
        }
        self.pass.another_way = Some(way);
    }
}

fn site_of(function: &str, input: &Data, position: Option<Position>) -> Site {
    let place = position.map(|Position { line, column }| (line, column));
    (function.to_owned(), input.text().to_owned(), place)
}
