//! Tests of what the driver is told of timers, and what firing one does.

use super::fire;
use crate::driver::Accept;
use crate::engine::state::is_stop;
use crate::engine::testing::Bench;

#[test]
fn a_timer_is_told_to_the_driver_and_fires_once() {
    let mut bench = Bench::new();
    bench.run("setTimeout((a, b) => console.log(a, b), 50, 1, 'x'); setInterval(() => console.log('tick'))");
    assert_eq!(*bench.driver.timers.borrow(), ["1: 50ms", "2: 1ms repeat"]);
    for id in [1, 1, 2, 2, 9] {
        fire(id, &mut bench.context).unwrap();
    }
    assert_eq!(bench.log(false), ["Log: 1 x", "Log: tick", "Log: tick"]);
}

#[test]
fn ids_and_delays_are_plain_numbers() {
    let mut bench = Bench::new();
    let code = "return [setTimeout(() => {}), setTimeout(() => {}, -5), setTimeout(() => {}, '12.7'), setTimeout(() => {}, 1e20), setInterval(() => {}, NaN)]";
    assert_eq!(bench.run(code), "[ 1, 2, 3, 4, 5 ]");
    assert_eq!(*bench.driver.timers.borrow(), ["1: 0ms", "2: 0ms", "3: 12ms", "4: 2147483647ms", "5: 1ms repeat"]);
}

#[test]
fn a_cleared_timer_does_not_fire() {
    let mut bench = Bench::new();
    bench.run("const id = setTimeout(() => console.log('x')); clearTimeout(id); clearTimeout(id); clearInterval(99); clearTimeout(); clearTimeout('a')");
    assert_eq!(*bench.driver.timers.borrow(), ["1: 0ms", "1: cleared"]);
    fire(1, &mut bench.context).unwrap();
    assert!(bench.log(false).is_empty());
}

#[test]
fn an_interval_can_clear_itself() {
    let mut bench = Bench::new();
    bench.run("const id = setInterval(() => { console.log('x'); clearInterval(id) }, 5)");
    fire(1, &mut bench.context).unwrap();
    fire(1, &mut bench.context).unwrap();
    assert_eq!(bench.log(false), ["Log: x"]);
}

#[test]
fn what_a_callback_throws_is_a_line_of_the_log() {
    let mut bench = Bench::new();
    bench.run("setTimeout(() => {\nthrow new TypeError('oh') }); queueMicrotask(() => { throw 'text' })");
    fire(1, &mut bench.context).unwrap();
    assert_eq!(bench.log(true), ["Warn: Uncaught text", "Warn: Uncaught TypeError: oh (line 2) @2"]);
}

#[test]
fn a_stop_inside_a_callback_is_an_error() {
    let mut bench = Bench::with_functions(&["stop"]);
    bench.driver.accept.set(Accept::Stop);
    bench.run("setTimeout(() => { try { stop() } catch {} })");
    assert!(is_stop(&fire(1, &mut bench.context).unwrap_err()));
}
