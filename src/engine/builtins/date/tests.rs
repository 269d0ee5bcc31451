//! Tests reading dates against V8, kept in `tests/fixtures/dates.json`, and that the class is the standard's.

use crate::engine::testing::check;

#[test]
fn dates_are_read_as_another_engine_reads_them() {
    let table = include_str!("../../../../tests/fixtures/dates.json");
    check(
        &format!(
            "const wrong = []; for (const [text, time] of {table}) {{
               const is = Date.parse(text), made = new Date(text).getTime();
               if (!Object.is(is, time ?? NaN) || !Object.is(is, made)) wrong.push(JSON.stringify(text) + ' is ' + is + ', not ' + time);
             }} return wrong.length ? wrong.length + ': ' + wrong.slice(0, 40).join('\\n') : 'all'"
        ),
        "'all'",
    );
}

#[test]
fn the_class_is_the_standard_s() {
    check(
        "return [Date.length, Date.name, Date.parse.length, Object.getOwnPropertyNames(Date).sort().join(), new Date(0).constructor === Date]",
        "[ 7, 'Date', 1, 'UTC,length,name,now,parse,prototype', true ]",
    );
    check(
        "class D extends Date { day() { return this.getUTCDate() } } const d = new D('March 7, 2024'); return [d.day(), d instanceof D, d instanceof Date, Object.prototype.toString.call(d)]",
        "[ 7, true, true, '[object Date]' ]",
    );
    check(
        "return [typeof Date(), typeof Date('March 7, 2024'), new Date(2024, 2, 7).getTime(), new Date(5).getTime(), new Date(new Date(7)).getTime(), new Date(null).getTime(), new Date(undefined).getTime(), new Date(true).getTime()]",
        "[ 'string', 'string', 1709769600000, 5, 7, 0, NaN, 1 ]",
    );
    check(
        "return [new Date({ [Symbol.toPrimitive]: h => h === 'default' ? '2024/03/07' : 0 }).getTime(), new Date(new String('2024/03/07')).getTime()]",
        "[ 1709769600000, 1709769600000 ]",
    );
    check("return new Date(Symbol())", "throws TypeError: argument must not be a symbol");
    check(
        "const d = Object.getOwnPropertyDescriptor(Date, 'prototype'), g = Object.getOwnPropertyDescriptor(globalThis, 'Date'); return [d.writable, d.configurable, g.writable, g.enumerable, Reflect.construct(Date, ['2024/03/07'], Object).getTime === undefined]",
        "[ false, false, true, false, true ]",
    );
    check("return structuredClone(new Date(5)) instanceof Date", "true");
}

#[test]
fn texts_name_the_zone_and_are_read_again() {
    check(
        "const d = new Date(1e12); return [String(d), d.toTimeString(), `${new Date(NaN)}`, new Date(String(d)).getTime(), Date.parse(d + ''), Date.prototype.toString.length].join('|')",
        "'Sun Sep 09 2001 01:46:40 GMT+0000 (Coordinated Universal Time)|01:46:40 GMT+0000 (Coordinated Universal Time)|Invalid Date|1000000000000|1000000000000|0'",
    );
}
