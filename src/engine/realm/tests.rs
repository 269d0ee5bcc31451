use crate::engine::testing::{Bench, check};

#[test]
fn spike() {
    let mut bench = Bench::with_functions(&["mail.send", "list"]);
    let r = bench.run("
  const a = await 1;
  const b = list({ a });
  const rows = [1, 2]
    .map(x => mail
      .send({ x }));
  if (a) { console.log('x', { a: 1 }); }
  foo(
    1,
    list(5),
  );
  function foo(x, y) { return [x,
      console.log('in foo') ]; }
  const o = { 'x (guest.js:1:1)\\n    at y'() { return list(3) } }; o['x (guest.js:1:1)\\n    at y']();
  setTimeout(list, 0, 1);
  Promise.resolve(1).then(list)
  return Promise.all([mail.send(1),   mail.send(2)]) , list(9)
");
    println!("{r}");
    for call in bench.driver.calls.borrow().iter() { println!("{:?}", call); }
    for line in bench.driver.lines.borrow().iter() { println!("{:?}", line); }
    println!("{}", bench.run("
try { null.x } catch (e) { console.log(e.stack) }
class Foo extends Error { constructor(m) { super(m); this.name = 'Foo' } }
function boo() { throw new Foo('bah') }
try { [1].map(x => boo()) } catch (e) { console.log(e.stack); console.log(e) }
await 1
try { boo() } catch (e) { console.log(e.stack) }
"));
    for line in bench.driver.lines.borrow().iter().skip(2) { println!("{} @{:?}", line.text, line.line); }
    let t = std::time::Instant::now();
    bench.run("for (let i = 0; i < 10000; i++) list(i)");
    println!("10000 calls {:?}", t.elapsed());
    let t = std::time::Instant::now();
    bench.run("for (let i = 0; i < 10000; i++) console.log(i)");
    println!("10000 logs {:?}", t.elapsed());
    check("return 1", "1");
}
