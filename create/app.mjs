// What an app consists of: the files of an example, with what differs for its name and its server.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { frameworks } from './frameworks.mjs';
import { readServerFile, readSource, servers } from './servers.mjs';

/** @typedef {import('./frameworks.mjs').Framework} Framework @typedef {import('./servers.mjs').Server} Server */

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));
/** What isn't copied from a folder of examples/: what tools write into it, and its own README.md. */
const LEFT_OUT =
  /^(?:node_modules|dist|build|test-results|package-lock\.json|README\.md|next-env\.d\.ts|\.next|\.nuxt|\.output|\.svelte-kit|\.angular|\.vite|public\/auth-widget\.min\.js|public\/takeover\.js|src\/sign-in\.html)(?:\/|$)|\.tsbuildinfo$|(?:^|\/)\.DS_Store$/;

/** An answer that can't be taken. Its `message` is written for the person who gave it. */
export class UnusableChoice extends Error {}

/**
 * @typedef {object} Choice
 * @property {string} name of the app, as npm takes it
 * @property {string} framework a key of `frameworks`
 * @property {string} server a key of `servers`
 * @property {string} widget where npm finds auth-widget, such as `file:auth-widget-0.1.0.tgz`
 */

/** @param {string} framework @param {string} server */
const isSupported = (framework, server) =>
  server === 'reference' ||
  /** @type {Framework} */ (frameworks[/** @type {never} */ (framework)]).backendFile !== undefined;

/** @param {string} framework @returns the servers that an app with this framework can have */
export const serversFor = framework => Object.keys(servers).filter(server => isSupported(framework, server));

/**
 * Throws an UnusableChoice unless there is an app for these answers.
 * @param {Choice} choice
 */
export function checkChoice({ name, framework, server }) {
  // npm refuses a package that is called node_modules.
  if (!/^[a-z\d][a-z\d._-]{0,213}$/.test(name) || name === 'node_modules')
    throw new UnusableChoice(
      `"${name}" can't be the name of an app: a name has 1 to 214 of the characters a-z, 0-9, ".", "_" and "-", and begins with a letter or a digit.`,
    );
  if (!Object.hasOwn(frameworks, framework))
    throw new UnusableChoice(`There is no framework "${framework}". There are: ${Object.keys(frameworks).join(', ')}.`);
  if (!Object.hasOwn(servers, server))
    throw new UnusableChoice(`There is no server "${server}". There are: ${Object.keys(servers).join(', ')}.`);
  if (!isSupported(framework, server)) {
    const others = Object.keys(frameworks).filter(other => isSupported(other, server));
    throw new UnusableChoice(
      `"${framework}" takes no server "${server}", only: ${serversFor(framework).join(', ')}. ` +
        `The frameworks that take "${server}" are: ${others.join(', ')}.`,
    );
  }
}

/** @param {string} name of a folder in examples/ @returns {Map<string, string>} the text of each file by its path */
function readExample(name) {
  const folder = path.join(EXAMPLES, name);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter(file => !LEFT_OUT.test(file))
    .sort();
  return new Map(files.map(file => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

/**
 * Replaces texts of a file. Each must occur exactly once, so a changed example that no longer fits is an error.
 * @param {Map<string, string>} files
 * @param {string} file
 * @param {readonly import('./frameworks.mjs').Replacement[]} replacements
 */
function replaceIn(files, file, replacements) {
  let text = files.get(file) ?? '';
  for (const [found, replacement] of replacements) {
    const parts = text.split(found);
    if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times instead of once: ${found}`);
    text = parts.join(replacement);
  }
  files.set(file, text);
}

/** @param {Map<string, string>} files @param {Readonly<Record<string, readonly import('./frameworks.mjs').Replacement[]>>} changes */
function applyChanges(files, changes) {
  for (const [file, replacements] of Object.entries(changes)) replaceIn(files, file, replacements);
}

/**
 * Makes the app pass on the calls of another path than `/v1`, or none.
 * @param {Map<string, string>} files
 * @param {Framework} framework
 * @param {string | undefined} to the path whose calls the app passes on; undefined if the page calls the server itself
 */
function passOn(files, { passOn: parts = {} }, to) {
  const { files: ownFiles = [], mentions = [], remove = {}, nameFor } = parts;
  if (to === undefined) {
    for (const file of ownFiles) files.delete(file);
    applyChanges(files, remove);
    return;
  }
  for (const file of mentions) replaceIn(files, file, [['/v1', to]]);
  for (const file of nameFor ? ownFiles : []) {
    const text = files.get(file) ?? '';
    files.delete(file);
    files.set(/** @type {(path: string) => string} */ (nameFor)(to), text);
  }
}

/** @param {Map<string, string>} files @param {import('./servers.mjs').OwnServer} own */
function addServer(files, { files: sources, changes, ignored, script, dependencies }) {
  for (const [file, source] of Object.entries(sources)) files.set(file, readSource(source));
  applyChanges(files, changes);
  const manifest = JSON.parse(files.get('package.json') ?? '');
  const sorted = Object.entries({ ...manifest.dependencies, ...dependencies }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const { dev, ...scripts } = manifest.scripts;
  const text = { ...manifest, scripts: { auth: script, dev, ...scripts }, dependencies: Object.fromEntries(sorted) };
  files.set('package.json', `${JSON.stringify(text, null, 2)}\n`);
  for (const folder of ignored) files.set('.gitignore', `${files.get('.gitignore') ?? ''}${folder}\n`);
}

/** @param {Choice} choice @param {Framework} framework @param {Server} server */
const readme = ({ name }, { label, address }, { hint }) => `# ${name}

An app with ${label} that signs people in with auth-widget: a page for the sign-in, a header that says who is signed in, a page for people who are signed in,
and a sign-out.

| command | what it does |
| --- | --- |
| \`npm run dev\` | Starts the app at ${address}. |
| \`npm run check\` | Checks types, or the syntax if there are none. |
| \`npm run build\` | Builds for production. |
| \`npm start\` | Serves the build. \`PORT\` chooses the port. |
| \`npm test\` | Builds the app, and tests it in a browser. \`npx playwright install chromium\` installs one. |

## The server

${hint}

The guides are in node_modules/auth-widget/docs: begin with your-app.md.
`;

/**
 * What to do once an app is written, for the terminal.
 * @param {Pick<Choice, 'framework' | 'server'>} choice
 * @param {string} folder the path of the app from the working directory
 */
export function nextSteps(choice, folder) {
  const { address } = /** @type {Framework} */ (frameworks[/** @type {keyof typeof frameworks} */ (choice.framework)]);
  const { start } = /** @type {Server} */ (servers[/** @type {keyof typeof servers} */ (choice.server)]);
  const list = (/** @type {string[]} */ ...commands) => commands.map(command => `  ${command}`).join('\n');
  return [
    `Now:\n\n${list(`cd ${/^[\w./-]+$/.test(folder) ? folder : `"${folder}"`}`, 'npm install', 'npm run dev')}`,
    ...(start ? [`In another terminal, in ${start.place}, start the server:\n\n${list(start.command)}`] : []),
    `The app is then at ${address}`,
  ].join('\n\n');
}

/**
 * The files of an app.
 * @param {Choice} choice
 * @returns {Map<string, string>} the text of each file by its path
 */
export function planApp(choice) {
  checkChoice(choice);
  const framework = /** @type {Framework} */ (frameworks[/** @type {keyof typeof frameworks} */ (choice.framework)]);
  const server = /** @type {Server} */ (servers[/** @type {keyof typeof servers} */ (choice.server)]);
  const files = readExample(choice.framework);
  for (const file of framework.omitted ?? []) files.delete(file);

  const shared = readExample('shared');
  shared.delete('package.json');
  if (framework.built === undefined) shared.delete('serve.mjs');
  for (const [file, text] of shared) files.set(file, text);

  if (server.hasBackend) {
    files.set(/** @type {string} */ (framework.backendFile), readServerFile(choice.server, 'backend.ts'));
    for (const file of framework.dropped ?? []) files.delete(file);
    applyChanges(files, framework.useBackend ?? {});
    files.set('test/server.ts', readServerFile(choice.server, 'server.ts'));
  }
  if (server.own) addServer(files, server.own);
  if (server.testChange) replaceIn(files, 'test/app.spec.ts', [server.testChange]);
  // After `useBackend`, which looks for texts with `/v1` in files that `passOn` changes or deletes.
  if (server.path !== '/v1') passOn(files, framework, server.path);

  replaceIn(files, 'package.json', [
    [`"name": "auth-widget-example-${choice.framework}"`, `"name": "${choice.name}"`],
    ['"auth-widget": "file:../.."', `"auth-widget": "${choice.widget}"`],
    [' -c ../shared', ''],
    ...(framework.built === undefined
      ? []
      : [
          /** @type {const} */ ([
            `../shared/serve.mjs ${framework.built} /v1`,
            ['serve.mjs', framework.built, server.path].filter(Boolean).join(' '),
          ]),
        ]),
  ]);
  files.set('README.md', readme(choice, framework, server));
  return files;
}
