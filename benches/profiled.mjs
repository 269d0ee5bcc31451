/*
 * Owns a CPU profile as text: which functions took the time by themselves, and which with what they called.
 */

/** Every sample as the node it was taken in, and the milliseconds it stands for. */
function* samplesOf(profiles) {
  for (const { nodes, samples, timeDeltas } of profiles) {
    const byId = new Map(nodes.map(node => [node.id, node]));
    for (const node of nodes) for (const child of node.children ?? []) byId.get(child).parent = node;
    for (const [at, id] of samples.entries()) yield [byId.get(id), timeDeltas[at] / 1000];
  }
}

/** `callers`: also the ways to functions of that name. */
export function printProfiles(profiles, { top = 25, callers } = {}) {
  const own = new Map();
  const whole = new Map();
  const lines = new Map();
  let total = 0;
  for (const [node, ms] of samplesOf(profiles)) {
    const name = nameOf(node);
    if (name === '(idle)' || name === '(program)') continue;
    total += ms;
    own.set(name, (own.get(name) ?? 0) + ms);
    const seen = new Set();
    for (let each = node; each; each = each.parent) seen.add(nameOf(each));
    for (const each of seen) whole.set(each, (whole.get(each) ?? 0) + ms);
    if (callers && name.includes(callers)) {
      const line = [];
      for (let each = node; each && line.length < 7; each = each.parent) line.push(nameOf(each));
      lines.set(line.join(' < '), (lines.get(line.join(' < ')) ?? 0) + ms);
    }
  }
  const share = ms => `${((100 * ms) / total).toFixed(1).padStart(5)} %`;
  const list = found => [...found].sort((a, b) => b[1] - a[1]).slice(0, top);
  console.log(`busy ${total.toFixed(0)} ms; by itself`);
  for (const [name, ms] of list(own)) console.log(`  ${share(ms)}  ${name}`);
  console.log('with what it called');
  // What is above nearly everything says nothing.
  for (const [name, ms] of list([...whole].filter(([, ms]) => ms < 0.75 * total))) console.log(`  ${share(ms)}  ${name}`);
  for (const [name, ms] of list(lines)) console.log(`  ${share(ms)}  ${name}`);
}

function nameOf({ callFrame }) {
  return (callFrame.functionName || `(anonymous ${callFrame.url.split('/').at(-1)}:${callFrame.lineNumber + 1})`).replace(
    /::h[0-9a-f]{16}$/,
    '',
  );
}
