//! Tests of `TextEncoder` and `TextDecoder` by the WHATWG rules, cut anywhere.

use crate::engine::testing::check;

#[test]
fn text_becomes_utf_8() {
    check(
        "return [[...new TextEncoder().encode('aé€😀')].join(), [...new TextEncoder().encode('\\ud800x')].join(), new TextEncoder().encode().length, new TextEncoder().encoding]",
        "[ '97,195,169,226,130,172,240,159,152,128', '239,191,189,120', 0, 'utf-8' ]",
    );
    check(
        "const b = new Uint8Array(4), r = new TextEncoder().encodeInto('a€b', b); return [r.read, r.written, [...b].join()]",
        "[ 2, 4, '97,226,130,172' ]",
    );
    check(
        "const b = new Uint8Array(8), r = new TextEncoder().encodeInto('😀€', b.subarray(2, 7)); return [r.read, r.written, [...b].join()]",
        "[ 2, 4, '0,0,240,159,152,128,0,0' ]",
    );
}

#[test]
fn utf_8_becomes_text() {
    check(
        "const d = new TextDecoder(); return [d.decode(new Uint8Array([97, 195, 169])), d.decode(new Uint8Array([255, 97, 226, 130])), d.decode(), d.decode(new ArrayBuffer(1)) === '\\0', d.encoding, d.fatal, d.ignoreBOM]",
        "[ 'aé', '�a�', '', true, 'utf-8', false, false ]",
    );
    check(
        "const b = new Uint8Array([0, 104, 105, 0]); return [new TextDecoder().decode(b.subarray(1, 3)), new TextDecoder().decode(new DataView(b.buffer, 1, 2))]",
        "[ 'hi', 'hi' ]",
    );
    check(
        "return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255]))",
        "throws TypeError: the bytes are not utf-8",
    );
    check(
        "return new TextDecoder('shift_jis')",
        "throws RangeError: TextDecoder knows utf-8, utf-16le, utf-16be and windows-1252, not 'shift_jis'",
    );
    check(
        "return new TextDecoder().decode(5)",
        "throws TypeError: this needs an ArrayBuffer or a view of one, as in new Uint8Array(8)",
    );
    check(
        "return TextDecoder()",
        "throws TypeError: cannot call constructor of native class `TextDecoder` without new",
    );
}

#[test]
fn a_mark_at_the_start_is_dropped_unless_it_is_to_be_kept() {
    check(
        "const b = new Uint8Array([239, 187, 191, 97]); return [new TextDecoder().decode(b).length, new TextDecoder('utf8', { ignoreBOM: true }).decode(b).length]",
        "[ 1, 2 ]",
    );
}

#[test]
fn utf_16_in_both_orders() {
    check(
        "return [new TextDecoder('utf-16le').decode(new Uint8Array([97, 0, 172, 32])), new TextDecoder('UTF-16BE ').decode(new Uint8Array([0, 97, 32, 172])), new TextDecoder('utf-16').decode(new Uint8Array([0, 216, 97, 0, 5]))]",
        "[ 'a€', 'a€', '�a�' ]",
    );
}

#[test]
fn a_stream_may_be_cut_anywhere() {
    for label in ["utf-8", "utf-16le", "utf-16be"] {
        let code = format!("
            const text = '\\ufeffaé€😀x', label = '{label}';
            const bytes = label === 'utf-8' ? [...new TextEncoder().encode(text)]
                : [...text].flatMap(c => [...Array(c.length).keys()].flatMap(i => {{ const u = c.charCodeAt(i), p = [u & 255, u >> 8]; return label === 'utf-16le' ? p : p.reverse() }}));
            for (let size = 1; size < 9; size++) {{
                const d = new TextDecoder(label, {{ fatal: true }}); let out = '';
                for (let i = 0; i < bytes.length; i += size) out += d.decode(new Uint8Array(bytes.slice(i, i + size)), {{ stream: true }});
                out += d.decode();
                if (out !== text.slice(1)) return [size, out];
            }}
            return 'ok'");
        check(&code, "'ok'");
    }
    check(
        "const d = new TextDecoder(); d.decode(new Uint8Array([226, 130]), { stream: true }); return d.decode()",
        "'�'",
    );
}

#[test]
fn bytes_of_old_files_are_read() {
    check(
        "const d = new TextDecoder('ISO-8859-1', { fatal: true }); return [d.encoding, d.decode(new Uint8Array([72, 0xe9, 0x80, 0x81, 0x9f, 0xff]))]",
        "[ 'windows-1252', 'Hé€\\x81Ÿÿ' ]",
    );
}
