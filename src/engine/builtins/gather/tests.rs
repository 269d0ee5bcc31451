//! Tests that a variable a text is gathered in is a variable like any other: in whole runs, with texts long enough to grow in place.

use crate::engine::testing::result;

/// `long`: a text that grows in place from its first addition on.
fn given(code: &str) -> String {
    result(&format!("const long = 'l'.repeat(600)\n{code}"))
}

#[test]
fn a_gathered_text_is_a_text_wherever_it_is_used() {
    for (code, expected) in [
        (
            "let s = ''; for (let i = 0; i < 400; i++) s += i; return [s.length, s.slice(-6), s === s + '', s > 'a']",
            r#"[1090,"398399",true,false]"#,
        ),
        (
            "let s = long; for (const c of 'abc') s += c; const o = { s, t: [s] }; s += '!'; return [o.s.length, o.t[0].slice(-1), s.slice(-2)]",
            r#"[603,"c","c!"]"#,
        ),
        (
            "let s = long; const f = () => { s += 'F'; return 'f' }; s += f(); return [s.slice(599), f(), s.slice(599)]",
            r#"["lf","f","lfF"]"#,
        ),
        (
            "let s = long; const o = { get g() { s += 'G'; return 'g' } }; s += o.g; s += o.g; return s.slice(599)",
            r#""lgg""#,
        ),
        (
            "let s = long; const o = { toString() { s += 'G'; return 'g' } }; for (let i = 0; i < 2; i++) s += o; return s.slice(599)",
            r#""lgg""#,
        ),
        ("let s = long; s += (s += 'a') && 'b'; for (;;) { s += 'c'; break } return s.slice(599)", r#""lbc""#),
        (
            "let s = long; for (const x of [1]) { const t = s += 'a'; s += 'b'; return [t.slice(599), s.slice(599)] }",
            r#"["la","lab"]"#,
        ),
        (
            "let s = long; const wait = async x => { await 0; return x }; const add = async x => { s += await wait(x) }; await Promise.all([add('a'), add('b')]); return s.slice(599)",
            r#""lb""#,
        ),
        (
            "let s = long; const f = () => { throw new Error('no') }; for (const x of [1]) { try { s += 'a'; s = s + 'b' + f() } catch {} } return s.slice(599)",
            r#""la""#,
        ),
        (
            "let s = long, n = 1; for (let i = 0; i < 3; i++) { s = s + '-' + i; n += i } return [s.slice(599), n]",
            r#"["l-0-1-2",4]"#,
        ),
        ("let s = long; [1, 2].forEach(x => s += x); return s.slice(599)", r#""l12""#),
        (
            "let s = long; const r = [1, 2].map(x => s += x); return [r.map(x => x.length), typeof r[0], s.length]",
            r#"[[601,602],"string",602]"#,
        ),
        (
            "let s = ''; for (let i = 0; i < 700; i++) s += i % 2 ? 'é' : '😀'; return [s.length, [...s].length, s.codePointAt(0)]",
            "[1050,700,128512]",
        ),
        (
            "let s = long; for (let i = 0; i < 2; i++) { s += undefined; s += null; s += 1.5; s += true; s += [1, 2]; s += 10n } return s.slice(600)",
            r#""undefinednull1.5true1,210undefinednull1.5true1,210""#,
        ),
        (
            "let s = long; try { for (;;) s += Symbol() } catch (e) { return [e.name, s.length] }",
            r#"["TypeError",600]"#,
        ),
        (
            "let s = ''; const fs = []; for (const c of [long, 'b']) { s += c; fs.push(() => s.length) } return fs.map(f => f())",
            "[601,601]",
        ),
        (
            "const f = s => { for (let i = 0; i < 3; i++) s += 'x'; return s }; let s = ''; return [f(long).length, f(1), f(undefined), f([]), s]",
            r#"[603,"1xxx","undefinedxxx","xxx",""]"#,
        ),
        (
            "function* g() { let s = long; for (;;) s += yield s.length } const i = g(); i.next(); return [i.next('a').value, i.next('bc').value]",
            "[601,603]",
        ),
        (
            "let s = ''; const add = x => { s += x }; for (let i = 0; i < 3; i++) add(long); s = 'new'; add('!'); return s",
            r#""new!""#,
        ),
        (
            "const outer = () => { let s = ''; const inner = () => { let s = 'i'; for (let i = 0; i < 3; i++) s += 'i'; return s }; for (let i = 0; i < 2; i++) s += inner() + long.length; return s }; return outer()",
            r#""iiii600iiii600""#,
        ),
        (
            "let s = long; for (const x of [1]) s += x; return [JSON.stringify({ s }).length, `${s}`.length, Object.is(s, s), new Map([[s, 1]]).get(s), s in { [s]: 1 }]",
            "[609,601,true,1,true]",
        ),
        (
            "let s = long; while (s.length < 605) s += 'x'; return [s.length, s?.length, s['length'], s.at(-1)]",
            r#"[605,605,605,"x"]"#,
        ),
        ("let n = 0, s = 'a'; for (let i = 0; i < 3; i++) { n += i; s += n } return [n, s]", r#"[3,"a013"]"#),
        (
            "class A { text = ''; add(x) { let s = this.text; for (let i = 0; i < 2; i++) s += x; this.text = s; return this } } return new A().add(long).add('b').text.length",
            "1202",
        ),
    ] {
        assert_eq!(given(code), expected, "{code}");
    }
}

#[test]
fn sums_of_several_pieces_and_templates_are_texts_too() {
    for (code, expected) in [
        ("let s = long; for (const x of [1, 2]) s = s + x + ','; return s.slice(599)", r#""l1,2,""#),
        ("let s = long; for (const x of [1, 2]) s = s + '(' + x + ')'; return s.slice(599)", r#""l(1)(2)""#),
        ("let s = long; for (const x of [1, 2]) s = `${s}${x},`; return s.slice(599)", r#""l1,2,""#),
        ("let s = ''; for (const x of [1, 2]) { s = `${s}a${s.length}` } return s", r#""a0a2""#),
        ("let s = long; for (const x of [1, 2]) s = `${s}${x}` + '!'; return s.slice(599)", r#""l1!2!""#),
        (
            "let s = long; const f = () => { s += 'F'; return 'f' }; for (const x of [1]) s = `${s}${f()}`; return s.slice(599)",
            r#""lf""#,
        ),
        (
            "let s = long; try { for (const x of [1, Symbol()]) s = s + '-' + x } catch (e) { return [e.name, s.slice(599)] }",
            r#"["TypeError","l-1"]"#,
        ),
        (
            "let s = ''; const f = () => { s = `${s}x` }; s = { toString: () => 't', valueOf: () => 'v' }; f(); return s",
            r#""tx""#,
        ),
        (
            "let s = ''; const f = () => { s = s + 'x' + 'y' }; s = { toString: () => 't', valueOf: () => 'v' }; f(); return s",
            r#""vxy""#,
        ),
        ("let s = ''; const f = () => { s = s + 1 + 'y' }; s = 1; f(); return s", r#""2y""#),
    ] {
        assert_eq!(given(code), expected, "{code}");
    }
}

#[test]
fn what_reduce_gathers_is_a_text() {
    for (code, expected) in [
        ("return [1, 2].reduce((s, x) => s + x, long).slice(599)", r#""l12""#),
        ("return [1, 2].reduce((s, x) => s + x + ',', long).slice(599)", r#""l1,2,""#),
        ("return [1, 2].reduce((s, x) => s + (s ? ',' : '') + x, '')", r#""1,2""#),
        ("return [1, 2].reduce((s, x, i) => i ? s + ',' + x : `${s}${x}`, long).slice(599)", r#""l1,2""#),
        ("return [1, 2].reduce((s, x) => { if (x > 1) return s; return s + x }, long).slice(599)", r#""l1""#),
        ("return [1, 2].reduce((s, x) => { s += x; return s }, long).slice(599)", r#""l12""#),
        ("return [1, 2].reduce((s, x) => { const t = s + x; return s + t.length }, long).slice(599)", r#""l601604""#),
        (
            "const all = []; const r = [1, 2].reduce((s, x) => { all.push(s); return s + x }, long); return [...all, r].map(s => s.length)",
            "[600,601,602]",
        ),
        (
            "const all = []; [1, 2].reduce((s, x) => { all.push(() => s); return s + x }, long); return all.map(f => f().length)",
            "[600,601]",
        ),
        (
            "const all = []; [1, 2].reduce((s, x) => { try { return s + x } finally { all.push(s.length) } }, long); return all",
            "[600,601]",
        ),
        ("const all = []; [1, 2].reduce((s, x) => s + (s = 'new', x), long); return 1", "1"),
        ("return [[1, [2]], [3]].reduce((s, x) => s + x.reduce((s, y) => s + y, '|'), long).slice(599)", r#""l|12|3""#),
        ("return { reduce: (f, s) => typeof f(f(long, 1), 2) }.reduce((s, x) => s + x, '')", r#""string""#),
        (
            "return typeof [1].reduce((s, x) => s + x, long) + [1]?.reduce((s, x) => s + x, long).slice(599)",
            r#""stringl1""#,
        ),
        ("const s = [].reduce((s, x) => s + x, ''); return [s, [1].reduce((n, x) => n + x, 0)]", r#"["",1]"#),
        ("return [1, 2].reduce(function (s, x) { return s + x }, long).slice(599)", r#""l12""#),
        (
            "return [Symbol()].reduce((s, x) => { try { return s + x } catch { return s + '!' } }, long).slice(599)",
            r#""l!""#,
        ),
        ("return new Set([1, 2]).values().reduce((s, x) => s + x, long).slice(599)", r#""l12""#),
    ] {
        assert_eq!(given(code), expected, "{code}");
    }
}

#[test]
fn errors_name_the_variable_as_before() {
    for (code, expected) in [
        ("let s = ''\nfor (const x of [1]) s += x\ns.foo()", "TypeError: s.foo is not a function @3:3"),
        ("for (const x of [1]) { s += x + '' }\nlet s = ''", "ReferenceError: s is used before its declaration"),
        ("const s = ''\nfor (const x of [1]) { s += x }", "TypeError: cannot assign to s: it is a constant"),
        (
            "let s = ''\nfor (const x of [1]) { s += Symbol() }",
            "TypeError: cannot make a text or a number of a symbol in s += Symbol(): use String(…) @2:24",
        ),
    ] {
        let text = result(code);
        assert!(text.starts_with(expected), "{code}\n{text}");
    }
}
