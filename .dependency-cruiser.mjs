// Which module may import which: `npm run lint` fails on an import between rooms that is not listed here, on those that the rules
// below forbid, and on every circle, including those of `import type` (`tsPreCompilationDeps`). ESLint's rules about circles ignore types.

const CORE = ['core', 'core/editing'];
const CALLS = [...CORE, 'client/platform', 'client/calls'];
const CLIENT = ['client/platform', 'client/storage', 'client/calls', 'client/session', 'client/flow'];
const ELEMENTS = [...CORE, 'locales', 'elements'];
const INPUTS = ['elements/control', 'elements/phone-input', 'elements/code-input'];
const MODEL = 'elements/auth-widget/model';
const CONTROLLERS = 'elements/auth-widget/controllers';
const WIDGET = [...INPUTS, MODEL, CONTROLLERS, 'elements/auth-widget'];
const LIT = ['lit', '@lit/context'];
/**
 * A room: what it holds, and which rooms and packages it may import besides itself. Without `packages`, a room of src/ imports none. The
 * packages of the server have no rule.
 * @typedef {{ what: string, rooms: readonly string[], packages?: readonly string[] }} Room
 */

/**
 * The rooms of src/. A room is a folder without the rooms in it: `client` is the files beside `client/flow`, and to name a
 * room does not name the rooms in it. index.ts beside them may import all but `backends`. scripts/generate/layout.mjs makes
 * the tables in CONTRIBUTING.md and server/README.md from these lists.
 * @type {Readonly<Record<string, Room>>}
 */
export const SRC = {
  core: {
    what: 'pure rules and types: phone, code, state, errors, the interface of a backend. No DOM, no I/O',
    rooms: [],
  },
  'core/editing': { what: 'what a text field does with its text: formats, edits, undo', rooms: ['core'] },
  'core/countries': {
    what: 'the plans of the countries that a page imports; numbers of several countries, read and formatted',
    rooms: CORE,
  },
  machine: { what: 'the sign-in flow as an XState chart, and its selectors', rooms: ['core'], packages: ['xstate'] },
  locales: { what: 'one file per language, the keys of all texts, the languages that a page adds', rooms: ['core'] },
  'client/platform': { what: 'where pages, workers and Node differ', rooms: ['core'] },
  'client/storage': { what: 'web storage, its fallback, notices from other tabs', rooms: ['core', 'client/platform'] },
  'client/calls': { what: 'calls to the server, proof of work, the code verifier', rooms: ['core', 'client/platform'] },
  'client/session': {
    what: 'the session that all clients of a server share, and its renewal',
    rooms: ['core', 'machine', 'client/platform', 'client/storage', 'client/calls'],
  },
  'client/flow': {
    what: "one client's flow: actor, snapshot, operations, notices",
    rooms: ['core', 'machine', 'locales', 'client/storage', 'client/calls', 'client/session'],
    packages: ['xstate'],
  },
  client: {
    what: 'the headless API: `AuthClient` and its options',
    rooms: ['core', 'machine', 'locales', ...CLIENT],
  },
  elements: {
    what: 'what all three tags share: language, theme, DOM helpers',
    rooms: [...CORE, 'locales'],
    packages: LIT,
  },
  'elements/control': { what: 'the form-associated text control', rooms: ELEMENTS, packages: LIT },
  'elements/phone-input': { what: '`<phone-input>`', rooms: [...ELEMENTS, 'elements/control'], packages: LIT },
  'elements/country-field': {
    what: 'what the files of `countries` add to `<phone-input>`: the attribute, the list of countries',
    rooms: [...ELEMENTS, 'elements/control', 'elements/phone-input', 'core/countries'],
    packages: LIT,
  },
  'elements/code-input': {
    what: '`<code-input>`',
    rooms: [...ELEMENTS, 'elements/control', 'client/platform'],
    packages: LIT,
  },
  [MODEL]: {
    what: 'the fields of the forms, their validation, the context for elements inside the widget',
    rooms: [...CORE, 'locales'],
    packages: ['@lit/context'],
  },
  [CONTROLLERS]: {
    what: 'one job each: focus, challenge, waits, client',
    rooms: [...ELEMENTS, 'client', 'machine', ...INPUTS, MODEL],
    packages: LIT,
  },
  'elements/auth-widget': {
    what: '`<auth-widget>`: host, events, view, styles',
    rooms: [...ELEMENTS, 'client', 'client/calls', 'machine', ...INPUTS, MODEL, CONTROLLERS],
    packages: LIT,
  },
  countries: {
    what: 'one generated file per country, each of which imports `core/countries` and the list',
    rooms: [...CORE, 'locales', 'core/countries', 'elements/country-field'],
  },
  define: { what: 'registers the tags: the only side effects on import', rooms: WIDGET },
  frameworks: {
    what: 'React, Preact, Solid, Vue and Svelte: components and hooks',
    rooms: [...CORE, 'client', 'client/platform', ...WIDGET, 'define'],
    packages: ['preact', 'react', 'solid-js', 'svelte', 'vue'],
  },
  'frameworks/nuxt': {
    what: 'the module for Nuxt, and the plugin and middleware that it adds to an app',
    rooms: ['core', 'frameworks'],
    packages: ['nuxt', 'vue'],
  },
  development: {
    what: 'entries for the export condition `development`, which check settings and `texts`',
    rooms: [
      'core',
      'core/countries',
      'client',
      'client/calls',
      'client/platform',
      'elements/auth-widget/controllers',
      'elements/phone-input',
      'define',
      'frameworks',
      'locales',
    ],
  },
  server: { what: "for an app's own server: checks tokens, keeps a session in a cookie", rooms: [] },
  demo: {
    what: '`<auth-widget demo>`, which needs no server',
    rooms: ['core', 'elements/auth-widget', 'define', 'testing/memory-server'],
    packages: ['lit'],
  },
  backends: { what: 'adapters for other servers', rooms: CALLS },
  html: {
    what: 'the first screen as HTML, for servers; what takes it over in the page; the command',
    rooms: [...CORE, 'client', 'client/storage', 'locales', ...WIDGET, 'elements'],
    packages: ['lit'],
  },
  testing: {
    what: 'for the tests of apps: entry, DOM and Playwright helpers',
    rooms: [...CALLS, 'client/storage', 'testing/memory-server', 'testing/conformance'],
  },
  'testing/memory-server': { what: 'a server in memory', rooms: CALLS },
  'testing/conformance': {
    what: 'the rules that a backend keeps, as tests',
    rooms: [...CALLS, 'testing/memory-server'],
  },
};

/**
 * The rooms of server/src/. The files beside them (app, server, main) may import all of them.
 * @type {Readonly<Record<string, Room>>}
 */
export const SERVER = {
  common: { what: 'what all rooms use: log, metrics, alarms, audit, cryptography, phone numbers, refusals', rooms: [] },
  sms: { what: 'SMS providers behind one interface, the text of the SMS, the code sender', rooms: ['common'] },
  db: {
    what: 'PostgreSQL and PGlite behind one interface, the schema, the lock of the data folder',
    rooms: ['common'],
  },
  challenge: { what: 'proofs of work, captchas, the difficulty', rooms: ['common'] },
  config: {
    what: 'settings and their checks, the configuration, the server secret',
    rooms: ['common', 'sms', 'challenge'],
  },
  'domain/admission': {
    what: 'who may run now: admission, queues, the thread pool',
    rooms: ['common', 'db'],
  },
  'domain/queries': { what: 'the SQL, one function a question', rooms: ['common', 'db'] },
  domain: {
    what: 'the rules: codes, passwords, sessions, limits, challenges, sweep. Knows nothing of HTTP',
    rooms: ['common', 'sms', 'db', 'config', 'challenge', 'domain/admission', 'domain/queries'],
  },
  http: {
    what: 'calls, schemas, envelope, CORS, static files. Knows nothing of the database',
    rooms: ['common', 'sms', 'config', 'domain'],
  },
};

/**
 * Returns the rule of a room: it imports its own files and those of these rooms, and no others below `folder`.
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

const serverRules = Object.entries(SERVER).map(([room, { rooms }]) => roomRule('server/src', room, rooms));

const rules = [
  { name: 'no circles', from: {}, to: { circular: true } },
  // svelte/elements has only types, under an export condition that imports of JavaScript do not use. Nuxt and the files that it builds
  // (`#build/`) are in apps alone.
  {
    name: 'every import leads to a file',
    from: {},
    to: { couldNotResolve: true, pathNot: '^(svelte/elements|nuxt/app|#build/.*)$' },
  },
  ...widgetRules,
  {
    name: 'src runs in browsers and imports nothing of Node',
    from: { path: '^src/', pathNot: '^src/html/command\\.ts$' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'src imports nothing from outside it',
    from: { path: '^src/' },
    to: { path: '^(server|contract-check|create|demo|scripts|bench|test|types)/' },
  },
  {
    name: 'no module of src imports an adapter for another server',
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
    // The pages of test/e2e/ import built files. The files of create/, bench/peers/ and test/backends/ that are named here belong to
    // projects with packages of their own.
    exclude: {
      path: '/dist/|^out/|^create/servers/[^/]+/|^bench/peers/(pages|node_modules|plots)|^test/e2e/pages/|^test/backends/(better-auth|kratos/page|supabase/(app|page))/',
    },
  },
};
