// Which module may import which: `npm run lint` fails on an arrow that is not listed here, and on every circle, those
// of `import type` included (`tsPreCompilationDeps`). ESLint's rules about circles leave types out.

/**
 * The layers of src/ (CONTRIBUTING.md, "Layout"): what each imports besides itself.
 * @type {Readonly<Record<string, { layers: string[], packages: string[] }>>}
 */
const WIDGET = {
  core: { layers: [], packages: [] },
  machine: { layers: ['core'], packages: ['xstate'] },
  locales: { layers: ['core'], packages: [] },
  client: { layers: ['core', 'machine', 'locales'], packages: ['xstate'] },
  backends: { layers: ['core', 'client'], packages: [] },
  elements: { layers: ['core', 'machine', 'client', 'locales'], packages: ['lit', '@lit/context'] },
  define: { layers: ['elements'], packages: [] },
  frameworks: {
    layers: ['core', 'client', 'elements', 'define'],
    packages: ['preact', 'react', 'solid-js', 'svelte', 'vue'],
  },
  development: { layers: ['client', 'define', 'frameworks', 'locales'], packages: [] },
  testing: { layers: ['core', 'client'], packages: [] },
};

/**
 * The folders of demo/server/src/ (demo/server/README.md, "Layout"): what each imports besides itself. The files beside
 * them (app, server, main) import all of them.
 * @type {Readonly<Record<string, string[]>>}
 */
const SERVER = {
  common: [],
  sms: ['common'],
  db: ['common'],
  challenge: ['common'],
  config: ['common', 'sms', 'challenge'],
  domain: ['common', 'sms', 'db', 'config', 'challenge'],
  http: ['common', 'sms', 'config', 'domain'],
};

const widgetRules = Object.entries(WIDGET).flatMap(([layer, { layers, packages }]) => [
  {
    name: `src/${layer} imports ${layers.join(', ') || 'no other layer'}`,
    from: { path: `^src/${layer}/` },
    to: {
      path: '^src/',
      pathNot: `^src/((${[layer, ...layers].join('|')})/${layer === 'development' ? '|index.ts$' : ''})`,
    },
  },
  {
    name: `src/${layer} imports ${packages.join(', ') || 'no package'}`,
    from: { path: `^src/${layer}/` },
    to: { path: 'node_modules/', ...(packages.length > 0 && { pathNot: `node_modules/(${packages.join('|')})/` }) },
  },
]);

const serverRules = Object.entries(SERVER).map(([folder, folders]) => ({
  name: `demo/server/src/${folder} imports ${folders.join(', ') || 'no other folder'}`,
  from: { path: `^demo/server/src/${folder}/` },
  to: { path: '^demo/server/src/', pathNot: `^demo/server/src/(${[folder, ...folders].join('|')})/` },
}));

const rules = [
  { name: 'no circles', from: {}, to: { circular: true } },
  // svelte/elements has types alone, under a condition that imports of JavaScript do not use.
  { name: 'every import leads to a file', from: {}, to: { couldNotResolve: true, pathNot: '^svelte/elements$' } },
  ...widgetRules,
  {
    name: 'src runs in browsers and imports nothing of Node',
    from: { path: '^src/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'src imports nothing from outside it',
    from: { path: '^src/' },
    to: { path: '^(demo|scripts|test|types)/' },
  },
  {
    name: 'src/backends uses the HTTP calls of src/client, and nothing else of it',
    from: { path: '^src/backends/' },
    to: { path: '^src/client/', pathNot: '^src/client/http\\.ts$' },
  },
  {
    name: 'only who wants an adapter for another server imports it',
    from: { path: '^src/', pathNot: '^src/backends/' },
    to: { path: '^src/backends/' },
  },
  ...serverRules,
  {
    name: 'the server shares no code with the widget',
    from: { path: '^demo/server/src/' },
    to: { path: '^(src|scripts|test)/' },
  },
];

export default {
  forbidden: rules.map(rule => ({ severity: 'error', ...rule })),
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
    doNotFollow: { path: 'node_modules' },
    // What the pages import is built, and the servers of test/backends/ have packages of their own.
    exclude: { path: '/dist/|^out/|^test/e2e/pages/|^test/backends/(better-auth|supabase/(app|page))/' },
  },
};
