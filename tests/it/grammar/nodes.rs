//! Owns which places of the grammar take an expression or are given a value: `nodes.txt`, read from the parser's own node types.
//! What must hold: the list is that of the parser's version in Cargo.lock; `UPDATE_OBSERVATIONS=1` reads it anew from the
//! parser's source, which cargo has unpacked. Deliberately absent: what stands in those places.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const LIST: &str = include_str!("nodes.txt");

/// Enums that hold an expression without inheriting from it, or a target that is given a value.
const HOLDERS: [&str; 8] = [
    "Expression",
    "AssignmentTarget",
    "SimpleAssignmentTarget",
    "AssignmentTargetMaybeDefault",
    "ForStatementLeft",
    "ChainElement",
    "BindingPattern",
    "IdentifierReference",
];

/// `Node.field`, in the parser's order.
pub(super) fn places() -> Vec<&'static str> {
    LIST.lines().skip(1).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The version of the parser in Cargo.lock.
fn version() -> String {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    let at = lock.split("[[package]]").find(|package| package.contains("name = \"oxc_ast\"\n"));
    let line = at.and_then(|package| package.lines().find(|line| line.starts_with("version = ")));
    line.expect("oxc_ast in Cargo.lock").trim_start_matches("version = ").trim_matches('"').to_owned()
}

/// Where cargo keeps the parser's node types.
fn source(version: &str) -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let registries = std::fs::read_dir(home.join("registry/src")).ok()?;
    let mut files = registries.flatten().map(|entry| entry.path().join(format!("oxc_ast-{version}/src/ast/js.rs")));
    files.find(|file| file.exists())
}

/// Reads the list from the parser's source: fields of a node whose type is, or holds, an expression or a target.
fn read(source: &str) -> Vec<String> {
    let mut holders: BTreeSet<String> = HOLDERS.map(ToOwned::to_owned).into();
    let mut inside = None;
    for line in source.lines() {
        if let Some(name) = line.strip_prefix("pub enum ") {
            inside = name.split(['<', ' ']).next();
        }
        if line.trim() == "INHERIT(Expression<'a>)," {
            holders.extend(inside.map(ToOwned::to_owned));
        }
    }
    let mut places = Vec::new();
    let mut node = None;
    for line in source.lines() {
        if let Some(name) = line.strip_prefix("pub struct ") {
            node = name.split(['<', ' ']).next();
        } else if line.starts_with('}') {
            node = None;
        }
        let (Some(node), Some(field)) = (node, line.strip_prefix("    pub ")) else { continue };
        let Some((name, of)) = field.split_once(": ") else { continue };
        if of.split(|c: char| !c.is_alphanumeric()).any(|word| holders.contains(word)) {
            places.push(format!("{node}.{name}"));
        }
    }
    places
}

#[test]
fn the_list_of_places_is_the_parsers() {
    let version = version();
    let head = format!("oxc_ast {version}");
    let found = source(&version).map(|file| std::fs::read_to_string(file).expect("the parser's node types"));
    let found = found.map(|text| format!("{head}\n{}\n", read(&text).join("\n")));
    if std::env::var_os("UPDATE_OBSERVATIONS").is_some() {
        let text = found.expect("the parser's source in cargo's registry");
        std::fs::write(root().join("tests/it/grammar/nodes.txt"), text).expect("a writable list");
        return;
    }
    let update = "the parser is another one: `UPDATE_OBSERVATIONS=1 cargo test --test it grammar`, and see what is new";
    assert_eq!(LIST.lines().next(), Some(head.as_str()), "{update}");
    // Built from a vendored copy there is nothing to compare with, and the version decides.
    if let Some(found) = found {
        assert_eq!(LIST, found, "{update}");
    }
}
