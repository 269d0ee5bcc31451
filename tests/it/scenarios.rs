//! Plays every file of tests/scenarios and compares what happened with the transcript in it. After a deliberate change,
//! `UPDATE_SCENARIOS=1 cargo test --test it` writes the transcripts anew; read the difference before you commit it.

use crate::scenario::Scenario;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("tests/scenarios")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
}

#[test]
fn scenarios_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let update = std::env::var_os("UPDATE_SCENARIOS").is_some();
    let files = files(&folder);
    assert!(!files.is_empty(), "no scenario in {}", folder.display());
    let mut wrong = Vec::new();
    for file in files {
        // A panic says which file it was.
        println!("{}", file.display());
        let text = std::fs::read_to_string(&file).expect("a scenario");
        let scenario = Scenario::parse(&text);
        assert!(!scenario.rules.is_empty(), "{} names no rule", file.display());
        let played = scenario.play();
        if update {
            std::fs::write(&file, scenario.rewrite(&played)).expect("a writable scenario");
        } else if played != scenario.transcript {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            wrong.push(format!("── {name}\nwritten:\n{}\n\nplayed:\n{played}\n", scenario.transcript));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
