//! Owns the conventions that nobody should have to check by eye: versions agree, boundaries hold, files stay readable. What must
//! hold: a rule that is broken names the file, and what to do. Deliberately absent: what a linter checks.
#![cfg(not(target_arch = "wasm32"))]

mod graph;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use graph::Graph;
use sources::{Source, read, sources};

type Outcome = Result<(), Box<dyn Error>>;

/// Fails with everything that is wrong at once.
fn none(problems: &[String]) -> Outcome {
    if problems.is_empty() { Ok(()) } else { Err(format!("\n{}\n", problems.join("\n")).into()) }
}

#[test]
fn the_version_is_the_same_everywhere() -> Outcome {
    let package: serde_json::Value = serde_json::from_str(&read("package.json")?)?;
    let lock: serde_json::Value = serde_json::from_str(&read("package-lock.json")?)?;
    let cargo_lock = read("Cargo.lock")?;
    let locked = cargo_lock.split("[[package]]").find(|entry| entry.contains("\nname = \"countersign\"\n"));
    let checkpoint = read("js/checkpoint.ts")?;
    let written = checkpoint.split_once("PACKAGE_VERSION = '").and_then(|(_, rest)| rest.split('\'').next());
    let found = [
        ("js/checkpoint.ts", written),
        ("package.json", package.pointer("/version").and_then(serde_json::Value::as_str)),
        ("package-lock.json", lock.pointer("/version").and_then(serde_json::Value::as_str)),
        ("package-lock.json, packages", lock.pointer("/packages//version").and_then(serde_json::Value::as_str)),
        ("Cargo.lock", locked.and_then(|entry| entry.split('"').nth(3))),
    ];
    let version = env!("CARGO_PKG_VERSION");
    let wrong = found.iter().filter(|(_, there)| *there != Some(version));
    none(&wrong.map(|(file, there)| format!("{file} says {there:?}, Cargo.toml says {version}")).collect::<Vec<_>>())
}

/// Which crates and packages are named where. A wall around each keeps it replaceable.
#[test]
fn each_dependency_is_named_only_in_its_place() -> Outcome {
    let rust: &[(&str, &[&str])] = &[
        ("boa_", &["src/engine/"]),
        ("oxc_", &["src/lower/"]),
        ("wasm_bindgen", &["src/wasm.rs", "src/wasm/", "src/alloc.rs"]),
        ("js_sys", &["src/wasm.rs", "src/wasm/"]),
        ("web_sys", &["src/wasm.rs", "src/wasm/"]),
    ];
    let page: &[(&str, &[&str])] = &[
        ("'devalue'", &["js/value.ts", "js/value/"]),
        ("'idb'", &["js/store/"]),
        ("'@cfworker/json-schema'", &["js/schema.ts"]),
        ("'countersign-glue'", &["js/countersign-glue.d.ts", "js/engine.ts", "js/engine-load.ts", "js/serve.ts"]),
        // The one place that ends a worker, whatever the reason.
        (".terminate(", &["js/worker-pool.ts", "js/node/thread.ts", "js/inline/blob-worker.ts"]),
        ("'countersign-parts'", &["js/inline/"]),
        ("'node:", &["js/node/"]),
        // The card's entry names its element to JSX, in types alone.
        ("'react'", &["js/react/", "js/card-element/index.ts"]),
        // Known by their shapes only.
        ("from 'ai", &[]),
        ("from '@cloudflare/", &[]),
        ("from '@tanstack/", &[]),
    ];
    let mut problems = Vec::new();
    for (folder, rules) in [("src", rust), ("js", page)] {
        for source in sources(&[folder])? {
            for (name, places) in rules {
                let allowed = places.iter().any(|place| source.path.starts_with(place));
                if let (false, Some(line)) = (allowed, source.line_of(name)) {
                    problems.push(format!(
                        "{}:{line} names {name}, which belongs in {}",
                        source.path,
                        places.join(" or ")
                    ));
                }
            }
        }
    }
    none(&problems)
}

/// From the top: what is listed later never reaches, over however many steps, what is listed before.
const CORE_ORDER: &[&str] =
    &["wasm", "session", "engine", "lower", "run", "driver", "journal", "error", "position", "value"];
const PAGE_ORDER: &[&str] = &[
    "index",
    "sandbox",
    "worker-pool",
    "channel",
    "call-desk",
    "decisions",
    "functions",
    "journal",
    "value",
    "protocol",
];

#[test]
fn the_core_depends_downwards() -> Outcome {
    let mut graph = Graph::default();
    for source in sources(&["src"])? {
        let module = source.path.trim_start_matches("src/").trim_end_matches(".rs");
        let module = module.split('/').next().unwrap_or(module);
        if module == "lib" {
            continue;
        }
        graph.add(module, source.rust_modules());
    }
    none(&graph.problems("src", CORE_ORDER, &[]))
}

#[test]
fn the_page_side_depends_downwards() -> Outcome {
    let graph = page_graph()?;
    // The contract's types name the error classes, and these carry the contract's data.
    none(&graph.problems("js", PAGE_ORDER, &[("api", "errors")]))
}

/// What the worker loads is the engine and the wire. A page's module in it would double the worker's bundle, and blur who decides.
#[test]
fn the_worker_holds_nothing_of_the_page() -> Outcome {
    let graph = page_graph()?;
    let reached = graph.reach("worker");
    if reached.is_empty() {
        return Err("js/worker.ts imports nothing: has it moved?".into());
    }
    let strangers = PAGE_ORDER.iter().filter(|name| **name != "protocol" && reached.contains(**name));
    none(&strangers.map(|name| format!("js/worker.ts reaches js/{name}.ts")).collect::<Vec<_>>())
}

fn page_graph() -> Result<Graph, Box<dyn Error>> {
    let mut graph = Graph::default();
    for source in sources(&["js"])? {
        graph.add(source.page_module(), source.page_imports());
    }
    Ok(graph)
}

#[test]
fn every_file_says_what_it_owns() -> Outcome {
    let headless = |source: &Source| !source.text.starts_with(if source.is_rust() { "//! " } else { "/*" });
    let found = sources(&["src", "js", "scripts", "tests", "www", "benches"])?;
    // What a file of tests owns is what its tests are called.
    let wrong = found.iter().filter(|source| headless(source) && !source.path.contains(".test."));
    none(
        &wrong
            .map(|source| format!("{} does not begin with a comment that says what it owns", source.path))
            .collect::<Vec<_>>(),
    )
}

#[test]
fn no_file_is_too_long_to_read() -> Outcome {
    let longest = 500;
    let mut problems = Vec::new();
    for source in sources(&["src", "js", "scripts"])? {
        let lines = source.text.lines().count();
        if lines > longest {
            problems
                .push(format!("{} has {lines} lines; look for the second idea in it ({longest} at most)", source.path));
        }
    }
    none(&problems)
}

#[test]
fn nothing_is_left_for_later_in_a_comment() -> Outcome {
    let marks = ["TODO", "FIXME", "XXX", "HACK"];
    let mut problems = Vec::new();
    for source in sources(&["src", "js", "scripts", "www"])? {
        for (number, line) in source.text.lines().enumerate() {
            let mark = marks.iter().find(|mark| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == **mark));
            problems.extend(mark.map(|mark| format!("{}:{} says {mark}; do it, or file it", source.path, number + 1)));
        }
    }
    none(&problems)
}

#[test]
fn every_dependency_says_what_it_is_for() -> Outcome {
    let mut problems = Vec::new();
    let manifest = read("Cargo.toml")?;
    let mut previous = "";
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.contains("dependencies");
        } else if inside && line.contains(" = ") && !previous.starts_with('#') && !same_family(previous, line) {
            problems.push(format!("Cargo.toml: no comment above `{line}`"));
        }
        previous = line;
    }
    let package: serde_json::Value = serde_json::from_str(&read("package.json")?)?;
    let notes = read("docs/dependencies.md")?;
    for list in ["dependencies", "devDependencies"] {
        for name in package.get(list).and_then(serde_json::Value::as_object).into_iter().flat_map(|names| names.keys())
        {
            if !notes.contains(&format!("| `{name}` |")) {
                problems.push(format!("docs/dependencies.md has no row for `{name}`"));
            }
        }
    }
    none(&problems)
}

/// Lines of one comment: `oxc_parser` after `oxc_ast`, `wasm-bindgen-futures` after `wasm-bindgen`, `serde_json` after `serde`.
fn same_family(previous: &str, line: &str) -> bool {
    let family = |line: &str| line.split(['_', '-', ' ']).next().map(str::to_owned);
    let bindings = ["wasm", "js", "serde"].map(|name| Some(name.to_owned()));
    let (above, here) = (family(previous), family(line));
    previous.contains(" = ") && (above == here || (bindings.contains(&above) && bindings.contains(&here)))
}

#[test]
fn what_the_package_exports_is_shipped() -> Outcome {
    let package: serde_json::Value = serde_json::from_str(&read("package.json")?)?;
    let shipped: BTreeSet<&str> = strings(package.get("files")).into_iter().collect();
    let exports: BTreeMap<_, _> =
        package.get("exports").and_then(serde_json::Value::as_object).into_iter().flatten().collect();
    let missing = exports.values().flat_map(|target| strings(Some(target))).map(|path| path.trim_start_matches("./"));
    let missing = missing.filter(|path| *path != "package.json" && !shipped.contains(path));
    none(&missing.map(|path| format!("package.json exports {path}, and `files` does not list it")).collect::<Vec<_>>())
}

/// Every text in a value, however deep.
fn strings(value: Option<&serde_json::Value>) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest: Vec<&serde_json::Value> = value.into_iter().collect();
    while let Some(next) = rest.pop() {
        match next {
            serde_json::Value::String(text) => found.push(text.as_str()),
            serde_json::Value::Array(items) => rest.extend(items),
            serde_json::Value::Object(fields) => rest.extend(fields.values()),
            serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {}
        }
    }
    found
}
