//! Owns the question who depends on whom: reach, order, and cycles.

use std::collections::{BTreeMap, BTreeSet};

/// Modules by name, each with those it names.
#[derive(Default)]
pub(crate) struct Graph {
    edges: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    /// A module made of several files is added once for each.
    pub(crate) fn add(&mut self, module: &str, uses: Vec<String>) {
        let uses = uses.into_iter().filter(|name| name != module);
        self.edges.entry(module.to_owned()).or_default().extend(uses);
    }

    /// Everything a module uses, over however many steps.
    pub(crate) fn reach(&self, module: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut open = vec![module];
        while let Some(next) = open.pop() {
            for name in self.edges.get(next).into_iter().flatten() {
                if found.insert(name.as_str()) {
                    open.push(name);
                }
            }
        }
        found
    }

    /// Names that are no module, uses against `order`, and cycles other than the `pairs` that may know each other.
    pub(crate) fn problems(&self, folder: &str, order: &[&str], pairs: &[(&str, &str)]) -> Vec<String> {
        let mut problems = Vec::new();
        for (module, uses) in &self.edges {
            let unknown = uses.iter().filter(|name| !self.edges.contains_key(*name));
            problems
                .extend(unknown.map(|name| format!("{folder}/{module} uses {name}, which is no module of {folder}/")));
        }
        for (at, above) in order.iter().enumerate() {
            for below in order.iter().skip(at + 1) {
                if self.reach(below).contains(above) {
                    problems.push(format!("{folder}/{below} reaches {above}, which is above it"));
                }
            }
        }
        let mutual = |a: &str, b: &str| pairs.contains(&(a, b)) || pairs.contains(&(b, a));
        for module in self.edges.keys() {
            for other in self.reach(module).into_iter().filter(|other| *other > module.as_str()) {
                if self.reach(other).contains(module.as_str()) && !mutual(module, other) {
                    problems
                        .push(format!("{folder}/{module} and {other} use each other; move what both need below them"));
                }
            }
        }
        problems
    }
}
