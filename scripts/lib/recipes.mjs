/*
 * Owns the list of bundlers: which example is built how, and what of it is served. Deliberately absent: doing it (bundlers.mjs).
 */

/** What is built, then served from `served`; or a server of the bundler's own, `dev`, that is told a port. `scripts`: what else the page's policy must allow them. */
const built = (name, served = '.', scripts = '') => ({ way: name, commands: [['npm', 'run', 'build']], served, scripts });
const dev = (name, script, args) => ({ way: name, commands: [], dev: port => ['npm', 'run', script, '--', ...args(port)] });
const nextBuild = (bundler, script) => ({
  way: `${bundler}, build`,
  commands: [['npm', 'run', script]],
  dev: port => ['npm', 'run', 'start', '--', '-p', port],
});

/** `button`: what starts the run, if loading does not. `route`: an address of the server's own that runs code. */
export const recipes = [
  {
    name: 'Vite',
    folder: 'vite',
    ways: [built('build', 'dist'), dev('dev', 'dev', port => ['--port', port, '--strictPort'])],
  },
  { name: 'webpack', folder: 'webpack', ways: [built('build')] },
  { name: 'Rollup', folder: 'rollup', ways: [built('build')] },
  { name: 'esbuild', folder: 'esbuild', ways: [built('build')] },
  {
    name: 'Parcel',
    folder: 'parcel',
    ways: [
      // Where there is a worker, it writes an import map into the page.
      built('build', 'dist', " 'unsafe-inline'"),
      dev('dev', 'dev', port => ['--port', port]),
    ],
  },
  {
    name: 'Next.js',
    folder: 'next',
    button: 'Run',
    route: '/decide',
    ways: [
      nextBuild('Turbopack', 'build'),
      dev('Turbopack, dev', 'dev', port => ['-p', port]),
      nextBuild('webpack', 'build:webpack'),
      dev('webpack, dev', 'dev:webpack', port => ['-p', port]),
    ],
  },
];

const viteReact = [built('build', 'dist'), dev('dev', 'dev', port => ['--port', port, '--strictPort'])];

/** The examples that are whole apps: the same records, cleaned up with one card. `dev`'s server is told its port by the environment. `packages`: other versions. */
export const apps = [
  { folder: 'vanilla', ways: [{ way: 'served', commands: [], dev: () => ['npm', 'start'] }] },
  { folder: 'vite-react', ways: viteReact },
  {
    folder: 'vite-react-18',
    from: 'examples/vite-react',
    packages: { react: '^18.3.1', 'react-dom': '^18.3.1' },
    ways: viteReact,
  },
  {
    folder: 'next-app',
    from: 'examples/next',
    ways: [nextBuild('Turbopack', 'build'), dev('Turbopack, dev', 'dev', port => ['-p', port])],
  },
].map(app => ({ name: app.folder, from: `examples/${app.folder}`, entries: ['.'], drive: 'records', ...app }));
