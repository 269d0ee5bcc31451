//! Tests that the source of a pattern is the same pattern.

use crate::engine::testing::check;

/// The engine's own gives `a\\/b` for the first.
#[test]
fn the_source_is_the_same_pattern() {
    check("return new RegExp(/a\\/b/.source).test('a/b')", "true");
    check("return String(/a\\/b/gi)", "'/a\\\\/b/gi'");
    check(
        "return [/a\\/b/, new RegExp('a/b'), new RegExp('[/]'), /[/\\]/]\\//, new RegExp('a\\\\\\\\/'), new RegExp(''), /\\\\/, new RegExp('\\n')].map(r => r.source).join(' ')",
        "'a\\\\/b a\\\\/b [/] [/\\\\]/]\\\\/ a\\\\\\\\\\\\/ (?:) \\\\\\\\ \\\\n'",
    );
    check(
        "for (const p of ['a/b', '[/]x/', '\\\\/', '\\\\\\\\/', '[\\\\]/]/']) { const r = new RegExp(p); if (new RegExp(r.source).source !== r.source) return p } return 'ok'",
        "'ok'",
    );
    check("return [RegExp.prototype.source, Object.keys(RegExp.prototype).includes('source')]", "[ '(?:)', false ]");
    check(
        "return Object.getOwnPropertyDescriptor(RegExp.prototype, 'source').get.call({})",
        "throws TypeError: RegExp.prototype.source method called on incompatible value",
    );
}
