//! Owns writing probes: which of the places found need one, and what is put there. What must hold: a probe stands for the place of
//! what it looks at, so that a cut has the user's line; text that stands for nothing the user wrote has no place.

use super::names::Plain;
use super::patterns::{Bound, Late, Where};
use super::values::{is_quiet, leaves};
use super::{Probes, Site};
use super::{assign, chains};
use crate::lower::Helper;
use crate::lower::edits::Edits;
use crate::lower::names::unused;
use crate::lower::trivia;
use oxc_ast::ast::{
    BinaryExpression, BinaryOperator, ComputedMemberExpression, Expression, SwitchStatement, UnaryExpression,
};
use oxc_span::{GetSpan, Span};

/// All helpers, in the order in which they are handed over, and the stems of their names.
const HELPERS: [(Helper, &str); 7] = [
    (Helper::Look, "$look"),
    (Helper::After, "$after"),
    (Helper::Key, "$key"),
    (Helper::Same, "$same"),
    (Helper::Equal, "$equal"),
    (Helper::Slot, "$slot"),
    (Helper::Method, "$method"),
];

/// Writes the probes of one program.
pub(super) struct Writer<'t, 'a> {
    pub(super) text: &'t str,
    pub(super) edits: &'t mut Edits,
    pub(super) plain: Plain<'a>,
    names: Vec<(Helper, String, bool)>,
    /// For variables of our own.
    stem: String,
    count: usize,
    /// Whether the one they share is needed.
    shares: bool,
}

/// What a program with probes is given.
#[derive(Default)]
pub(in crate::lower) struct Written {
    /// The helpers, and their names in it.
    pub(in crate::lower) helpers: Vec<(Helper, String)>,
    /// A variable that the wrapper declares.
    pub(in crate::lower) variable: Option<String>,
}

impl<'a> Probes<'a> {
    /// Adds the edits; gives what they need.
    pub(in crate::lower) fn lower(self, text: &str, edits: &mut Edits) -> Written {
        let names = HELPERS.map(|(helper, stem)| (helper, unused(stem, text), false)).to_vec();
        let plain = self.names.resolve();
        let mut writer = Writer { text, edits, plain, names, stem: unused("$own", text), count: 0, shares: false };
        for site in self.sites {
            writer.site(site);
        }
        let variable = writer.shares.then(|| format!("{}_0", writer.stem));
        let helpers = writer.names.into_iter().filter(|(.., used)| *used).map(|(helper, name, _)| (helper, name));
        Written { helpers: helpers.collect(), variable }
    }
}

impl<'a> Writer<'_, 'a> {
    fn site(&mut self, site: Site<'a>) {
        match site {
            Site::Look(leaf) => self.look(leaf),
            Site::Trap(leaf) => {
                if self.plain.names.makes_proxies() {
                    self.look(leaf);
                }
            }
            Site::Shorthand(value) => {
                if self.plain.may_give(value) {
                    self.edits.before(value.span(), "done:", None);
                    self.look(value);
                }
            }
            Site::Equality(binary) => self.equality(binary),
            Site::TypeOf(unary, name) => self.type_of(unary, name),
            Site::Switch(switch) => self.switch(switch),
            Site::Assignment(assignment) => assign::logical(self, assignment),
            Site::New(new, brackets) => {
                if self.plain.may_construct(&new.callee) {
                    let (open, close) = if brackets { ("(", "))") } else { ("", ")") };
                    let look = self.call(Helper::Look);
                    self.edits.before(new.span, format!("{open}{look}"), Some(new.span.start));
                    self.edits.after(new.span, close);
                }
            }
            Site::Bound(place, bound) => self.bound(place, &bound),
            Site::Late(late) => self.late(&late),
            Site::Member(member) => assign::target(self, member),
            Site::Touch { at, more, assigned } => {
                let target = if assigned { "[].x".to_owned() } else { self.variable() };
                let comma = if more { "," } else { "" };
                self.edits.open(at, format!("\"\":{target}{comma}"));
            }
            Site::Method(call) => chains::method(self, call),
        }
    }

    /// `$look(`, and so on.
    pub(super) fn call(&mut self, helper: Helper) -> String {
        let found = self.names.iter_mut().find(|(known, ..)| *known == helper);
        found.map_or_else(String::new, |(_, name, used)| {
            *used = true;
            format!("{name}(")
        })
    }

    /// The variable of the wrapper that is read as soon as it has been assigned to.
    pub(super) fn shared(&mut self) -> String {
        self.shares = true;
        format!("{}_0", self.stem)
    }

    /// A name for a variable that lowering adds.
    pub(super) fn variable(&mut self) -> String {
        self.count += 1;
        format!("{}_{}", self.stem, self.count)
    }

    /// Where the brackets of a member are.
    pub(super) fn brackets(&self, member: &ComputedMemberExpression<'_>) -> Option<(Span, Span)> {
        let (object, key) = (member.object.span(), member.expression.span());
        let open = trivia::find(self.text, object.end, key.start, |byte| byte == b'[')?;
        let close = trivia::find(self.text, key.end, member.span.end, |byte| byte == b']')?;
        Some((Span::new(open, open + 1), Span::new(close, close + 1)))
    }

    /// Puts a call around a node. It stands for the place where the node starts.
    pub(super) fn wrap(&mut self, helper: Helper, span: Span, close: impl Into<std::borrow::Cow<'static, str>>) {
        let call = self.call(helper);
        self.edits.before(span, call, Some(span.start));
        self.edits.after(span, close);
    }

    /// Looks at a value that is not made of others.
    pub(super) fn look(&mut self, leaf: &'a Expression<'a>) {
        if self.plain.may_give(leaf) {
            self.wrap(Helper::Look, leaf.span(), ")");
        }
    }

    /// Looks at whatever an expression gives.
    fn look_at(&mut self, expression: &'a Expression<'a>) {
        for leaf in leaves(expression) {
            self.look(leaf);
        }
    }

    fn equality(&mut self, binary: &'a BinaryExpression<'a>) {
        let (left, right) = (&binary.left, &binary.right);
        let (looks_left, looks_right) = (self.plain.may_give(left), self.plain.may_give(right));
        if !looks_left || (!looks_right && is_quiet(right, &self.plain.names)) {
            self.look_at(left);
            self.look_at(right);
            return;
        }
        let (helper, negated) = match binary.operator {
            BinaryOperator::StrictEquality => (Helper::Same, false),
            BinaryOperator::StrictInequality => (Helper::Same, true),
            BinaryOperator::Equality => (Helper::Equal, false),
            _ => (Helper::Equal, true),
        };
        let call = self.call(helper);
        if negated {
            self.edits.before(binary.span, "!", None);
        }
        self.edits.before(binary.span, call, Some(binary.span.start));
        self.edits.after(binary.span, ")");
        let (from, to) = (left.span().end, right.span().start);
        if let Some(at) = trivia::find(self.text, from, to, |byte| byte == b'=' || byte == b'!') {
            let length = u32::try_from(binary.operator.as_str().len()).unwrap_or(2);
            self.edits.replace(Span::new(at, at + length), ",");
        }
    }

    /// The type of a name nobody has declared is a question, not an error.
    fn type_of(&mut self, unary: &UnaryExpression<'a>, name: &str) {
        if !self.plain.may_hold(name) {
            return;
        }
        let call = self.call(Helper::Look);
        // A pending value is a function to `typeof`.
        self.edits.before(unary.span, format!("(typeof {name}===\"function\"?typeof "), None);
        self.edits.before(unary.span, call, Some(unary.span.start));
        self.edits.before(unary.span, format!("{name}):"), None);
        self.edits.after(unary.span, ")");
    }

    /// The value is first compared when the first case has been evaluated.
    fn switch(&mut self, switch: &'a SwitchStatement<'a>) {
        let mut tests = switch.cases.iter().filter_map(|case| case.test.as_ref());
        let Some(first) = tests.next() else { return };
        if self.plain.may_give(&switch.discriminant) {
            if is_quiet(first, &self.plain.names) {
                self.look_at(&switch.discriminant);
            } else {
                self.switch_on_variable(switch, first);
            }
        }
        self.look_at(first);
        for test in tests {
            self.look_at(test);
        }
    }

    /// `switch (a) { case b(): … }` becomes `{const $own_1= (a);switch($own_1) { case $after(b(),$own_1): … }}`.
    fn switch_on_variable(&mut self, switch: &'a SwitchStatement<'a>, first: &'a Expression<'a>) {
        let value = switch.discriminant.span();
        let word = switch.span.start + 6;
        let open = trivia::find(self.text, word, value.start, |byte| byte == b'(');
        let close = trivia::find(self.text, value.end, switch.span.end, |byte| byte == b')');
        let (Some(open), Some(close)) = (open, close) else { return };
        let name = self.variable();
        self.edits.replace(Span::new(switch.span.start, open), format!("{{const {name}="));
        self.edits.open(close + 1, format!(";switch({name})"));
        self.edits.after(switch.span, "}");
        self.wrap(Helper::After, first.span(), format!(",{name})"));
    }

    /// A call that looks at variables: its name, which stands for the first of them, and the rest.
    fn look_at_names(&mut self, bound: &[Bound<'a>]) -> (String, String) {
        match bound {
            [(name, _)] => (self.call(Helper::Look), format!("{name})")),
            names => (self.call(Helper::After), format!("0,{})", list(names))),
        }
    }

    fn bound(&mut self, place: Where, bound: &[Bound<'a>]) {
        let stands_for = bound.first().map(|(_, at)| *at);
        if let Where::Assignment(span) = place {
            return self.wrap(Helper::After, span, format!(",{})", list(bound)));
        }
        let (call, rest) = self.look_at_names(bound);
        match place {
            // What is asked for first at the end of a node comes last there.
            Where::Declarator(span) => {
                let name = self.variable();
                self.edits.after(span, rest);
                self.edits.after_for(span, call, stands_for);
                self.edits.after(span, format!(",{name}="));
            }
            Where::Start(at) => {
                self.edits.open(at, ";");
                self.edits.open_for(at, call, stands_for);
                self.edits.open(at, format!("{rest};"));
            }
            Where::Parameters(end, list) => {
                let name = self.variable();
                if let Some(comma) = trivia::find(self.text, end, list.end, |byte| byte == b',') {
                    self.edits.blank(Span::new(comma, comma + 1));
                }
                // What closes at the same place and is asked for first comes last.
                self.edits.close(end, format!("{rest},\"length\")]:{name}}}"));
                self.edits.close_for(end, call, stands_for);
                self.edits.close(end, ",...{[(");
            }
            Where::Before(span) | Where::Round(span) => {
                let (open, between, close) =
                    if let Where::Round(_) = place { ("{", ";", "}") } else { ("(", ",", ")") };
                self.edits.before(span, open, None);
                self.edits.before(span, call, stands_for);
                self.edits.before(span, rest + between, None);
                self.edits.after(span, close);
            }
            Where::Assignment(_) => {}
        }
    }
}

impl<'a> Writer<'_, 'a> {
    /// `b` becomes `[($look(a),"b")]:b`, and `b: c` becomes `[($look(a),"b")]: c`.
    fn late(&mut self, late: &Late<'a>) {
        let (call, rest) = self.look_at_names(&late.bound);
        let stands_for = late.bound.first().map(|(_, at)| *at);
        let key = if late.name.is_empty() { String::new() } else { format!("\"{}\"", late.name) };
        self.edits.before(late.property, "[(", None);
        self.edits.before(late.property, call, stands_for);
        match late.key {
            None => self.edits.before(late.property, format!("{rest},{key})]:"), None),
            Some(written) if key.is_empty() => {
                self.edits.before(late.property, format!("{rest},"), None);
                self.edits.close(written.end, ")]");
            }
            Some(written) => {
                self.edits.before(late.property, format!("{rest},{key})]"), None);
                self.edits.blank(written);
            }
        }
    }
}

fn list(bound: &[Bound<'_>]) -> String {
    bound.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",")
}
