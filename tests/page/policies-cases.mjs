/*
 * Owns the list of policies and servers an app may stand behind, and what must come of each entry there: it works, or starting fails with a message
 * that names what is in the way and says what to do. docs/policies.md shows this list as tables. Deliberately absent: running it (policies.test.mjs).
 */

export const works = { works: true };
/** The message must hold both texts as they are. */
const fails = (names, fix) => ({ names, fix });

const strict = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const everywhere = policy => ({ page: policy, worker: policy });
const trusted = `${strict}; worker-src 'self' blob:; require-trusted-types-for 'script'`;

/** `page`: the policy of the page. `worker`: the policy worker.js is served with. */
export const policies = [
  { what: 'none', '.': works, inline: works },
  { what: `\`${strict}\`, sent with every file`, ...everywhere(strict), '.': works, inline: fails('worker-src', 'worker-src blob:') },
  {
    what: "the same and `worker-src 'self'`",
    ...everywhere(`${strict}; worker-src 'self'`),
    '.': works,
    inline: fails('worker-src', 'worker-src blob:'),
  },
  {
    what: 'the same and `worker-src blob:`',
    ...everywhere(`${strict}; worker-src blob:`),
    '.': fails('worker-src', "worker-src 'self'"),
    inline: works,
  },
  { what: "the same and `worker-src 'self' blob:`", ...everywhere(`${strict}; worker-src 'self' blob:`), '.': works, inline: works },
  {
    what: "the same and `child-src 'none'`",
    ...everywhere(`${strict}; child-src 'none'`),
    '.': fails('child-src', "worker-src 'self'"),
    inline: fails('child-src', 'worker-src blob:'),
  },
  {
    what: "the same and `worker-src 'none'`",
    ...everywhere(`${strict}; worker-src 'none'`),
    '.': fails('worker-src', "worker-src 'self'"),
    inline: fails('worker-src', 'worker-src blob:'),
  },
  {
    what: "`default-src 'self'; worker-src 'self' blob:`, no `'wasm-unsafe-eval'`, sent with every file",
    ...everywhere("default-src 'self'; worker-src 'self' blob:"),
    '.': fails('that worker.js is served with', "'wasm-unsafe-eval'"),
    inline: fails('of the page', "'wasm-unsafe-eval'"),
  },
  {
    what: 'the same, sent with the page alone: worker.js comes without a policy',
    page: "default-src 'self'; worker-src 'self' blob:",
    '.': works,
    inline: fails('of the page', "'wasm-unsafe-eval'"),
  },
  {
    what: "`script-src 'self'` sent with worker.js, none with the page",
    worker: "script-src 'self'",
    '.': fails('that worker.js is served with', "'wasm-unsafe-eval'"),
    inline: works,
  },
  {
    what: "`'unsafe-eval'` in place of `'wasm-unsafe-eval'`",
    ...everywhere("default-src 'self'; script-src 'self' 'unsafe-eval'; worker-src 'self' blob:"),
    '.': works,
    inline: works,
  },
  {
    what: "`connect-src 'none'` beside what each entry needs, sent with every file",
    ...everywhere(`${strict}; worker-src 'self' blob:; connect-src 'none'`),
    '.': fails('connect-src', "connect-src 'self'"),
    inline: works,
  },
  {
    what: 'the same, sent with the page alone',
    page: `${strict}; worker-src 'self' blob:; connect-src 'none'`,
    '.': works,
    inline: works,
  },
  {
    what: "`script-src 'nonce-…' 'strict-dynamic' 'wasm-unsafe-eval'`",
    ...everywhere("script-src 'nonce-abc' 'strict-dynamic' 'wasm-unsafe-eval'"),
    '.': works,
    inline: works,
  },
  { what: "`require-trusted-types-for 'script'`, with what each entry needs", ...everywhere(trusted), '.': works, inline: works },
  { what: 'the same and `trusted-types countersign`', ...everywhere(`${trusted}; trusted-types countersign`), '.': works, inline: works },
  {
    what: 'the same and `trusted-types app`',
    ...everywhere(`${trusted}; trusted-types app`),
    '.': fails('require-trusted-types-for', 'trusted-types countersign'),
    inline: fails('require-trusted-types-for', 'trusted-types countersign'),
  },
  {
    what: "the same and `trusted-types 'none'`",
    ...everywhere(`${trusted}; trusted-types 'none'`),
    '.': fails('require-trusted-types-for', 'trusted-types countersign'),
    inline: fails('require-trusted-types-for', 'trusted-types countersign'),
  },
  {
    what: '`trusted-types countersign`, and a second copy of the package on the page',
    ...everywhere(`${trusted}; trusted-types countersign`),
    copies: 2,
    '.': fails('two copies', "'allow-duplicates'"),
    inline: fails('two copies', "'allow-duplicates'"),
  },
  {
    what: "the same with `'allow-duplicates'`",
    ...everywhere(`${trusted}; trusted-types countersign 'allow-duplicates'`),
    copies: 2,
    '.': works,
    inline: works,
  },
  {
    what: 'a page isolated by `Cross-Origin-Embedder-Policy`, which worker.js comes without',
    headers: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
    '.': fails('Cross-Origin-Embedder-Policy', 'Send the same header'),
    inline: works,
  },
  {
    what: 'the same, sent with every file',
    headers: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
    workerHeaders: { 'cross-origin-embedder-policy': 'require-corp' },
    '.': works,
    inline: works,
  },
  {
    what: 'a frame with `sandbox="allow-scripts"`',
    frame: 'allow-scripts',
    '.': fails('no origin of its own', 'countersign/inline'),
    inline: works,
  },
  { what: 'a frame with `sandbox="allow-scripts allow-same-origin"`', frame: 'allow-scripts allow-same-origin', '.': works, inline: works },
  {
    what: 'a page with the policy `sandbox allow-scripts`',
    page: 'sandbox allow-scripts',
    '.': fails('no origin of its own', 'countersign/inline'),
    inline: works,
  },
];

const page = { status: 200, type: 'text/html', body: '<!doctype html><title>the app</title>' };

/** `answers`: what the server says instead of a file. */
export const servers = [
  {
    what: 'the package on another origin (a CDN) than the page',
    elsewhere: true,
    '.': fails('another origin', 'countersign/inline'),
    inline: works,
  },
  {
    what: 'the same, with `workerUrl` naming a copy on the page’s own',
    elsewhere: true,
    options: { workerUrl: './pkg/worker.js' },
    '.': works,
    inline: works,
  },
  { what: 'a page deep in the app’s routes (`/app/orders/7`)', path: 'app/orders/7', '.': works, inline: works },
  {
    what: "there, `workerUrl: 'pkg/worker.js'`, which is meant from the page, and a server that answers everything with the app’s page",
    path: 'app/orders/7',
    spa: true,
    options: { workerUrl: 'pkg/worker.js' },
    '.': fails('/app/orders/pkg/worker.js', 'answered with an HTML page'),
    inline: fails('/app/orders/pkg/worker.js', 'answered with an HTML page'),
  },
  {
    what: 'the app’s page in place of worker.js',
    answers: { 'worker.js': page },
    '.': fails('pkg/worker.js', 'answered with an HTML page'),
    inline: works,
  },
  {
    what: 'worker.js as `text/plain`',
    answers: { 'worker.js': { type: 'text/plain' } },
    '.': fails("MIME type 'text/plain'", 'text/javascript'),
    inline: works,
  },
  {
    what: 'no worker.js (404)',
    answers: { 'worker.js': { status: 404, body: '' } },
    '.': fails('answered 404', 'workerUrl'),
    inline: works,
  },
  {
    what: 'the app’s page in place of the engine',
    answers: { 'countersign_bg.wasm': page },
    '.': fails('countersign_bg.wasm', 'answered with an HTML page'),
    inline: works,
  },
  {
    what: 'the engine as `application/octet-stream`',
    answers: { 'countersign_bg.wasm': { type: 'application/octet-stream' } },
    '.': works,
    inline: works,
  },
  {
    what: 'no engine (404)',
    answers: { 'countersign_bg.wasm': { status: 404, body: '' } },
    '.': fails('answered 404', '`wasm`'),
    inline: works,
  },
];
