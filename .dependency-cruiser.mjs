// Which module may import which: `npm run lint` fails on an arrow that is not listed here, and on every circle, those
// of `import type` included (`tsPreCompilationDeps`). ESLint's rules about circles leave types out.

const CORE = ['core', 'core/editing'];
const CALLS = [...CORE, 'client/platform', 'client/calls'];
const SESSION = [...CALLS, 'client/storage', 'machine'];
const CLIENT = [...SESSION, 'client/session', 'client/flow', 'locales'];
const ELEMENTS = [...CORE, 'locales', 'elements'];
const INPUTS = ['elements/control', 'elements/phone-input', 'elements/code-input'];
const WIDGET = [...INPUTS, 'elements/auth-widget', 'elements/auth-widget/controllers'];
const LIT = ['lit', '@lit/context'];
/**
 * The rooms of src/: what each imports besides itself, rooms and packages. A room is a folder without the rooms in it, so
 * `client` is the files beside `client/flow`, and naming a room does not name the rooms in it.
 * @type {Readonly<Record<string, { rooms: string[], packages?: string[] }>>}
 */
const SRC = {
  core: { rooms: [] },
  'core/editing': { rooms: ['core'] },
  machine: { rooms: ['core'], packages: ['xstate'] },
  locales: { rooms: ['core'] },
  'client/platform': { rooms: CORE },
  'client/storage': { rooms: [...CORE, 'client/platform'] },
  'client/calls': { rooms: CALLS },
  'client/session': { rooms: SESSION },
  'client/flow': { rooms: CLIENT, packages: ['xstate'] },
  client: { rooms: CLIENT, packages: ['xstate'] },
  elements: { rooms: [...CORE, 'locales'], packages: LIT },
  'elements/control': { rooms: ELEMENTS, packages: LIT },
  'elements/phone-input': { rooms: [...ELEMENTS, 'elements/control'], packages: LIT },
  'elements/code-input': { rooms: [...ELEMENTS, 'elements/control', 'client/platform'], packages: LIT },
  'elements/auth-widget/controllers': { rooms: [...ELEMENTS, 'client', 'machine', ...WIDGET], packages: LIT },
  'elements/auth-widget': { rooms: [...ELEMENTS, 'client', 'client/calls', 'machine', ...WIDGET], packages: LIT },
  define: { rooms: WIDGET },
  frameworks: {
    rooms: [...CORE, 'client', 'client/platform', ...WIDGET, 'define'],
    packages: ['preact', 'react', 'solid-js', 'svelte', 'vue'],
  },
  development: { rooms: ['client', 'define', 'frameworks', 'locales'] },
  backends: { rooms: CALLS },
  testing: { rooms: [...CALLS, 'client/storage', 'testing/memory-server', 'testing/conformance'] },
  'testing/memory-server': { rooms: CALLS },
  'testing/conformance': { rooms: [...CALLS, 'testing/memory-server'] },
};

/**
 * The rooms of server/src/ (server/README.md, "Layout"): what each imports besides itself. The files beside them (app,
 * server, main) import all of them.
 * @type {Readonly<Record<string, string[]>>}
 */
const SERVER = {
  common: [],
  sms: ['common'],
  db: ['common', 'db/migrations'],
  challenge: ['common'],
  config: ['common', 'sms', 'challenge'],
  'domain/admission': ['common', 'db', 'domain'],
  'domain/queries': ['common', 'db'],
  domain: ['common', 'sms', 'db', 'config', 'challenge', 'http', 'domain/admission', 'domain/queries'],
  http: ['common', 'sms', 'config', 'domain'],
};

/**
 * The rule of a room: it imports the files of these rooms, and no others below `folder`.
 * @param {string} folder
 * @param {string} room
 * @param {readonly string[]} rooms
 * @param {string} [others] a pattern of further files
 */
const roomRule = (folder, room, rooms, others = '(?!)') => ({
  name: `${folder}/${room} imports ${rooms.join(', ') || 'no other room'}`,
  from: { path: `^${folder}/${room}/[^/]+$` },
  to: { path: `^${folder}/`, pathNot: [`^${folder}/(${[room, ...rooms].join('|')})/[^/]+$`, others] },
});

const widgetRules = Object.entries(SRC).flatMap(([room, { rooms, packages = [] }]) => [
  roomRule('src', room, rooms, room === 'development' ? '^src/index.ts$' : undefined),
  {
    name: `src/${room} imports ${packages.join(', ') || 'no package'}`,
    from: { path: `^src/${room}/[^/]+$` },
    to: { path: 'node_modules/', ...(packages.length > 0 && { pathNot: `node_modules/(${packages.join('|')})/` }) },
  },
]);

const serverRules = Object.entries(SERVER).map(([room, rooms]) => roomRule('server/src', room, rooms));

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
    to: { path: '^(server|contract-check|demo|scripts|bench|test|types)/' },
  },
  {
    name: 'only who wants an adapter for another server imports it',
    from: { path: '^src/', pathNot: '^src/backends/' },
    to: { path: '^src/backends/' },
  },
  ...serverRules,
  {
    name: 'the server shares no code with the widget',
    from: { path: '^server/src/' },
    to: { path: '^(src|scripts|test)/' },
  },
  {
    name: 'the contract check knows the protocol alone',
    from: { path: '^contract-check/' },
    to: { path: '^(src|server|demo|test)/' },
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
