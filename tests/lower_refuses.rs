//! What lowering refuses: each row is a program, and the message the model that wrote it gets.

use countersign::error::{ErrorName, RunError};
use countersign::limits::Limits;
use countersign::lower::lower;

fn refused(code: &str) -> RunError {
    match lower(code, &Limits::default()) {
        Ok(lowered) => panic!("accepted: {code}\n{}", lowered.source),
        Err(error) => error,
    }
}

#[test]
fn print() {
    let text = std::fs::read_to_string("/tmp/w/lower-size/snips.txt").unwrap();
    for code in text.split("\n----\n") {
        let code = code.trim_end();
        match lower(code, &Limits::default()) {
            Ok(_) => println!("{:50} OK", code.replace('\n', "⏎")),
            Err(error) => println!("{:50} {}", code.replace('\n', "⏎"), error.message),
        }
    }
}
