//! Owns reading the checkout's source files, and what can be said about one by looking at its text.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// One file: its path from the checkout's root, and its text.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn read(path: &str) -> Result<String, Box<dyn Error>> {
    fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}").into())
}

/// Every source file below these folders; one that is not there has none. The contract's copy is not ours to shape.
pub(crate) fn sources(folders: &[&str]) -> Result<Vec<Source>, Box<dyn Error>> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = open.pop() {
        if !folder.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if is_source(&path) && !path.ends_with("tests/types/contract.d.ts") {
                let text = fs::read_to_string(&path)?;
                found.push(Source { path: path.strip_prefix(root())?.to_string_lossy().into_owned(), text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|kind| ["rs", "ts", "mts", "js", "mjs"].iter().any(|known| kind == *known))
}

impl Source {
    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The first line of code, not of a comment, that holds this text.
    pub(crate) fn line_of(&self, text: &str) -> Option<usize> {
        let comment = |line: &str| ["//", "/*", "* "].iter().any(|start| line.trim_start().starts_with(start));
        self.text.lines().position(|line| line.contains(text) && !comment(line)).map(|at| at + 1)
    }

    /// Top-level modules of the crate that this file names, outside its tests: `crate::value::Data`, `crate::{run, value}`.
    pub(crate) fn rust_modules(&self) -> Vec<String> {
        let code = self.text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let code: String =
            code.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect();
        let mut found = Vec::new();
        for rest in code.split("crate::").skip(1) {
            match rest.strip_prefix('{') {
                Some(group) => found.extend(heads_of_group(group)),
                None => found.push(head(rest)),
            }
        }
        found.retain(|name| name.chars().next().is_some_and(char::is_lowercase));
        found
    }

    /// `js/store/memory.ts` is `store/memory`.
    pub(crate) fn page_module(&self) -> &str {
        let name = self.path.trim_start_matches("js/");
        name.split_once('.').map_or(name, |(stem, _)| stem)
    }

    /// Modules of `js/` that this file imports, by `import` or `export … from`, types included.
    pub(crate) fn page_imports(&self) -> Vec<String> {
        let folder = self.page_module().rsplit_once('/').map_or("", |(folder, _)| folder);
        let after = ["from '", "import '", "import('"].into_iter().flat_map(|start| self.text.split(start).skip(1));
        after.filter_map(|rest| rest.split('\'').next()).filter_map(|address| resolve(folder, address)).collect()
    }
}

fn head(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The first name of each member of `{a, b::{c, d}, e}`, given what follows the first brace.
fn heads_of_group(group: &str) -> Vec<String> {
    let mut found = vec![head(group)];
    let mut depth = 1;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => found.push(head(group.get(at + 1..).unwrap_or_default())),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    found
}

/// The module at an address relative to `folder`; a package has none.
fn resolve(folder: &str, text: &str) -> Option<String> {
    if !text.starts_with('.') {
        return None;
    }
    let stem = text.strip_suffix(".js").or_else(|| text.strip_suffix(".ts"))?;
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in stem.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}
