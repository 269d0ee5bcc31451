//! Tests that adding to a text is adding to a text, whatever lies behind it: in whole runs, with texts long enough to have room.

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
fn members_gather_too() {
    for (code, expected) in [
        (
            "class Out { text = ''; add(x) { this.text += x; return this } } const o = new Out(); o.add(long).add('b'); const t = o.text; o.add('c'); return [t.slice(599), o.text.slice(599)]",
            r#"["lb","lbc"]"#,
        ),
        (
            "class Out { #s = ''; add(x) { this.#s += x; this.#s = this.#s + '-' + x; this.#s = `${this.#s}.`; return this.#s } } return new Out().add(long).length",
            "1202",
        ),
        ("const o = { s: long }; for (const x of [1, 2]) o.s += x + ','; return o.s.slice(599)", r#""l1,2,""#),
        ("const o = { s: '' }, f = () => { o.s += 'x' }; o.s = 1; f(); return o.s", r#""1x""#),
        (
            "const by = {}; for (const [k, x] of [['a', long], ['b', 'y'], ['a', 'z']]) { by[k] ??= ''; by[k] += `${x},` } return [by.a.slice(599), by.b]",
            r#"["l,z,","y,"]"#,
        ),
        (
            "const by = { a1: '', a2: '' }; for (const row of [{ k: 'a', n: 1 }, { k: 'a', n: 2 }]) by[row.k + row.n] += row.n + long; const o = { a: '', b: '' }; for (let i = 0; i < 3; i++) o[i % 2 ? 'a' : 'b'] += `${i}`; return [by.a1.length, by.a2[0], o.a, o.b]",
            r#"[601,"2","1","02"]"#,
        ),
        (
            "let n = 0; const key = () => 'k' + n++, o = { k0: '', k1: '' }; for (const x of [1, 2]) o[key()] += x + ','; return [n, o]",
            r#"[2,{"k0":"1,","k1":"2,"}]"#,
        ),
        ("let a = [long]; for (const x of [1, 2]) a[0] += x + ''; return a[0].slice(599)", r#""l12""#),
        (
            "let a = { s: '' }, b = { s: 'b' }; const first = a; const f = x => { a.s += (a = b, x) + ''; return 1 }; f(1); return [first.s, b.s]",
            r#"["1","b"]"#,
        ),
        (
            "let a = { s: '' }; const first = a, next = () => { a = { s: '' }; return 'n' }, f = () => { a.s += next() + '!' }; f(); return [first.s, a.s]",
            r#"["n!",""]"#,
        ),
        (
            "const seen = []; const o = { get s() { seen.push('get'); return 's' }, set s(x) { seen.push(x) } }; const f = () => { o.s += (seen.push('piece'), 'p') }; const t = { s: '' }; f(); return seen",
            r#"["get","piece","sp"]"#,
        ),
        (
            "const f = () => { null.s += g() }, g = () => { throw 1 }, t = { s: '' }; try { f() } catch (e) { return e.name }",
            r#""TypeError""#,
        ),
        ("const o = { length: '' }; for (const x of [1, 2]) o.length += x; return o.length", r#""12""#),
        (
            "const f = o => { o.s += 1; return o.s }; return [f({ s: 1 }), f({ s: '' }), f({ s: true }), f({ s: null })]",
            r#"[2,"1",2,1]"#,
        ),
    ] {
        assert_eq!(given(code), expected, "{code}");
    }
}

#[test]
fn a_text_stays_what_it_was_whatever_is_added_to_it() {
    for (code, expected) in [
        (
            "let s = long; const all = []; for (let i = 0; i < 600; i++) { s += i % 10; all.push(s) } return all.every((t, i) => t.length === 601 + i && t.endsWith(String(i % 10)) && t.startsWith('lll'))",
            "true",
        ),
        (
            "let s = long; for (const x of 'ab') s += x; let t = s, u = s; for (const x of 'cd') { t += x; u += x.toUpperCase() } return [s, t, u].map(x => x.slice(599))",
            r#"["lab","labcd","labCD"]"#,
        ),
        (
            "let s = long; for (const x of ['a', 'é', 'ω', 'b', '😀']) { s += x; s += s.slice(-1) } return [s.slice(600), s.length]",
            r#"["aaééωωbb😀\ude00",611]"#,
        ),
        ("let s = 'ω' + long; for (const x of ['a', 'é', 'ω']) s += x; return s.slice(600)", r#""laéω""#),
        (
            "let s = long; for (let i = 0; i < 6; i++) s += s; return [s.length, s === 'l'.repeat(38400)]",
            "[38400,true]",
        ),
        (
            "let s = long, r = 0; for (let i = 0; i < 5000; i++) { s += 'x'; if (i % 1000 === 999) { r += s.length; s = long } } return r",
            "8000",
        ),
        (
            "const texts = Array.from({ length: 50 }, () => ({ s: long })); for (let i = 0; i < 40; i++) texts.forEach((t, k) => { t.s += k + ',' }); return texts.every((t, k) => t.s === long + (k + ',').repeat(40))",
            "true",
        ),
        (
            "let s = long; for (const x of 'ab') s += x; const m = new Map([[s, 1]]), o = { [s]: 2 }; s += 'c'; return [m.get(long + 'ab'), o[long + 'ab'], m.has(s), JSON.stringify(s).length, /c$/.test(s), s.split('l').length]",
            "[1,2,false,605,true,601]",
        ),
    ] {
        assert_eq!(given(code), expected, "{code}");
    }
}

#[test]
fn what_nobody_uses_any_more_makes_way() {
    let code = "let sum = 0; for (let i = 0; i < 40; i++) { let s = ''; for (let k = 0; k < 1000; k++) s += 'x'.repeat(5000); sum += s.length } return sum";
    assert_eq!(result(code), "200000000");
    let code = "let s = ''; for (let k = 0; k < 1000; k++) s += 'x'.repeat(20000); s = ''; const all = []; for (let i = 0; i < 50; i++) all.push('y'.repeat(1000000 + i)); return all.length";
    assert_eq!(result(code), "50");
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
        (
            "let s = long; const f = () => { s = 'new'; return 'f' }; for (const x of [1]) s = s + f() + s; return s.slice(599)",
            r#""lfnew""#,
        ),
        (
            "const seen = []; const o = n => ({ toString: () => (seen.push('text ' + n), n) }); let s = ''; for (const x of [1]) s = s + o('a') + (seen.push('b'), 'b') + '!'; return [s, seen]",
            r#"["ab!",["text a","b"]]"#,
        ),
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
