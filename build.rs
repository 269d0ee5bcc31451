//! Owns how the core is linked. What must hold: in a worker it is the browser's own stack that ends first, which is a contained
//! trap with a known name, and never the engine's stack in linear memory, whose default of 1 MB ends at 67 nested objects.

/// Untouched pages of it cost nothing.
const STACK_BYTES: u32 = 16 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        println!("cargo::rustc-link-arg=-zstack-size={STACK_BYTES}");
    }
}
