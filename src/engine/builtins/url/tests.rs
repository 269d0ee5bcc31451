//! Tests of `URL` by the WHATWG rules, together with its `searchParams`.

use crate::engine::testing::check;

#[test]
fn parts_can_be_read_and_written() {
    check(
        "const u = new URL('https://me:pw@Example.com:8080/a/../b?q=1#top'); return [u.href, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, u.origin].join(' ')",
        "'https://me:pw@example.com:8080/b?q=1#top https: me pw example.com:8080 example.com 8080 /b ?q=1 #top https://example.com:8080'",
    );
    check(
        "const u = new URL('https://a.b/c'); u.pathname = '/x y'; u.search = 'p=1'; u.hash = 'h'; u.port = '81'; u.hostname = 'c.d'; u.protocol = 'http'; return [u.href, u.toString() === u.href, JSON.stringify({ u }), `${u}` === u.href]",
        "[\n  'http://c.d:81/x%20y?p=1#h',\n  true,\n  '{\"u\":\"http://c.d:81/x%20y?p=1#h\"}',\n  true\n]",
    );
    check(
        "const u = new URL('https://a.b/c'); u.port = 'x'; u.protocol = '1'; u.host = ''; return u.href",
        "'https://a.b/c'",
    );
}

#[test]
fn a_base_and_what_is_no_url() {
    check(
        "return [new URL('../x?y', 'https://a.b/c/d/e').href, URL.canParse('nope'), URL.canParse('x', 'a://b'), URL.parse('nope'), URL.parse('a:b').href]",
        "[ 'https://a.b/c/x?y', false, true, null, 'a:b' ]",
    );
    check("return new URL('nope')", "throws TypeError: 'nope' is not a URL: relative URL without a base");
    check(
        "return new URL('x', 'nope')",
        "throws TypeError: 'nope' is not a URL to start from: relative URL without a base",
    );
    check(
        "const u = new URL('a:b'); u.href = 'nope'",
        "throws TypeError: 'nope' is not a URL: relative URL without a base",
    );
    check("return URL.prototype.toString.call({})", "throws TypeError: this is not a URL");
    check(
        "return [new URL('https://xn--mnchen-3ya.de/ü?ü').href, new URL('http://[::1]:80/').host, new URL('http://0x7f.1/').host]",
        "[ 'https://xn--mnchen-3ya.de/%C3%BC?%C3%BC', '[::1]', '127.0.0.1' ]",
    );
}

#[test]
fn the_query_and_its_parameters_say_the_same() {
    check(
        "const u = new URL('https://a.b/?x=1&y=2'), p = u.searchParams; p.set('x', '5 6'); p.append('z', 'é&'); const one = u.search; u.search = '?n=0'; const two = p.get('n') + p.has('x'); u.href = 'https://a.b/'; return [one, two, p.size, u.searchParams === p, (p.append('q', 1), u.href), (p.delete('q'), u.href)]",
        "[\n  '?x=5+6&y=2&z=%C3%A9%26',\n  '0false',\n  0,\n  true,\n  'https://a.b/?q=1',\n  'https://a.b/'\n]",
    );
}

#[test]
fn it_can_be_extended_and_logged() {
    check(
        "class U extends URL { get q() { return this.search } } const u = new U('a://b?c'); return [u.q, u instanceof URL, Object.prototype.toString.call(u), Object.keys(u).length]",
        "[ '?c', true, '[object URL]', 0 ]",
    );
}

#[test]
fn a_host_beyond_ascii_is_refused_and_not_mistaken() {
    check(
        "return new URL('https://münchen.de/')",
        "throws TypeError: 'https://münchen.de/': hosts beyond ASCII are not supported here; write it as xn--…",
    );
}
