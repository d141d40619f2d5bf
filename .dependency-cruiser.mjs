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
  elements: { layers: ['core', 'machine', 'client', 'locales'], packages: ['lit', '@lit/context'] },
  define: { layers: ['elements'], packages: [] },
};

/**
 * The layers of demo/server/src/ (demo/server/README.md, "Layout"), lowest first: each may import those before it. A
 * name stands for a file or a folder.
 */
const SERVER = [
  ['settings-table', 'settings', 'secret', 'crypto', 'log'],
  ['db'],
  ['domain', 'sms'],
  ['config'],
  ['http'],
  ['app', 'server', 'main'],
];

const widgetRules = Object.entries(WIDGET).flatMap(([layer, { layers, packages }]) => [
  {
    name: `src/${layer} imports ${layers.join(', ') || 'no other layer'}`,
    from: { path: `^src/${layer}/` },
    to: { path: '^src/', pathNot: `^src/(${[layer, ...layers].join('|')})/` },
  },
  {
    name: `src/${layer} imports ${packages.join(', ') || 'no package'}`,
    from: { path: `^src/${layer}/` },
    to: { path: 'node_modules/', ...(packages.length > 0 && { pathNot: `node_modules/(${packages.join('|')})/` }) },
  },
]);

const serverRules = SERVER.slice(0, -1).map((layer, index) => ({
  name: `demo/server: ${layer.join(', ')} import no layer above`,
  from: { path: `^demo/server/src/(${layer.join('|')})[./]` },
  to: {
    path: `^demo/server/src/(${SERVER.slice(index + 1)
      .flat()
      .join('|')})[./]`,
  },
}));

const rules = [
  // TEMPORARY: `pathNot`, until the migrations no longer import what lists them
  { name: 'no circles', from: { pathNot: '^demo/server/src/db/migrations' }, to: { circular: true } },
  { name: 'every import leads to a file', from: {}, to: { couldNotResolve: true } },
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
  ...serverRules.map(rule => ({ ...rule, severity: 'warn' })), // TEMPORARY: a warning, until the server keeps to it
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
    exclude: { path: '/dist/|^out/|^test/e2e/pages/' }, // what the pages import is built
  },
};
