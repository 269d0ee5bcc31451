//! Owns what holds in collect for every program, every order of decisions, refusals and answers by hand, hosts that fail, are slow or give
//! up, and whatever the code reads of time and chance: `collecting.rs` says what. Deliberately absent: what comes out.

use crate::answers::Answer;
use crate::collecting::collect;
use crate::compose::composed;
use crate::desk::Desk;
use crate::forall::for_all;
use crate::generate::{Kind, program};
use crate::host::Function;
use crate::play::Program;
use crate::queue::{Chance, Settle};
use countersign::limits::Limits;
use countersign::run::{Decision, Mode};
use countersign::value::Data;
use std::cell::Cell;

fn functions(chance: &mut Chance) -> Vec<Function> {
    let fails = *chance.pick(&[0, 10, 40]);
    let mut function = |name: &str| {
        let marked = name.starts_with('w');
        let others = chance.below(6);
        Function {
            name: name.to_owned(),
            marked,
            lifted: name.starts_with('m') || (!marked && others == 1),
            fresh: name.starts_with('f') || (!marked && others == 2),
            positional: false,
            answers: vec![if others == 3 { Answer::ByInput } else { Answer::AnyKind { fails, salt: 0 } }],
            takes_ms: if chance.percent(50) { chance.below(30) as f64 } else { 0.0 },
            judging_ms: if chance.percent(30) { chance.below(20) as f64 } else { 0.0 },
            refused: (others == 5).then(|| "by its schema".to_owned()).filter(|_| chance.percent(20)),
        }
    };
    ["w1", "w2", "m1", "r1", "r2", "f1"].map(&mut function).into()
}

fn decision(chance: &mut Chance) -> Decision {
    match chance.below(10) {
        0..=5 => Decision::Approve,
        6 | 7 => Decision::Reject { reason: None },
        8 => Decision::Reject { reason: Some("not that one".into()) },
        _ => {
            let value = *chance.pick(&["\"by hand\"", "null", "~-1", "{\"id\":9}", "0"]);
            Decision::Respond { value: Data::from_text(value) }
        }
    }
}

/// Some of what waits, in any order; now and then nothing.
fn some(chance: &mut Chance, waiting: &[u32]) -> Vec<(u32, Decision)> {
    if chance.percent(5) {
        return Vec::new();
    }
    let percent = *chance.pick(&[100, 60, 20]);
    let first = *chance.pick(waiting);
    let mut decided: Vec<_> = waiting
        .iter()
        .filter(|seq| **seq == first || chance.percent(percent))
        .copied()
        .collect::<Vec<_>>()
        .into_iter()
        .map(|seq| (seq, decision(chance)))
        .collect();
    if chance.percent(50) {
        decided.reverse();
    }
    decided
}

#[test]
fn no_order_of_decisions_runs_anything_twice_or_parts_from_what_was_shown() {
    let (tried, cards) = (Cell::new(0), Cell::new(0));
    for_all(300, |chance| {
        let functions = functions(chance);
        let code = if chance.percent(50) { composed(chance) } else { program(chance.next(), Kind::Wild) };
        let program = Program {
            code,
            input: None,
            functions,
            mode: Mode::Collect,
            concurrent_approvals: false,
            limits: Limits::default(),
        };
        let mut settles = Chance::new(chance.next());
        let mut person = Chance::new(chance.next());
        let collected = collect(
            &program,
            || Settle::AnyOrder(Chance::new(settles.next())),
            |_: &Desk, waiting: &[u32]| some(&mut person, waiting),
        )?;
        tried.set(tried.get() + 1);
        cards.set(cards.get() + collected.cards);
        Ok(())
    });
    println!("{} programs, {} cards", tried.get(), cards.get());
    assert!(cards.get() > tried.get(), "only {} cards: the generator shows too little", cards.get());
}
