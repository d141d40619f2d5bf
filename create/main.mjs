#!/usr/bin/env node
// Writes an app that signs people in with auth-widget:
//   node create/main.mjs my-app
//   node create/main.mjs my-app --framework vue --server supabase
// In a terminal, it asks for what is missing. Elsewhere it fails.
import { cancel, intro, isCancel, log, outro, select, text } from '@clack/prompts';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkChoice, nextSteps, planApp, serversFor, UnusableChoice } from './app.mjs';
import { frameworks } from './frameworks.mjs';
import { servers } from './servers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `Usage: node create/main.mjs <folder> [--framework <name>] [--server <name>]

  --framework  ${Object.keys(frameworks).join(', ')}
  --server     ${Object.keys(servers).join(', ')}
`;

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Asks a question in the terminal. If there is none, or the person cancels, the process ends with the exit code 1.
 * @param {string} option what the error message asks for if there is no terminal
 * @param {() => Promise<string | symbol>} question
 */
async function ask(option, question) {
  if (!process.stdin.isTTY) fail(`Name ${option}.\n\n${USAGE}`);
  const answer = await question();
  if (typeof answer === 'string') return answer;
  if (isCancel(answer)) cancel('Nothing was written.');
  process.exit(1);
}

/** @param {Readonly<Record<string, { label: string }>>} choices @param {readonly string[]} names */
const toOptions = (choices, names) =>
  names.map(value => ({ value, label: choices[value]?.label ?? value, hint: value }));

/**
 * Packs auth-widget, which is not on npm, into the folder of the app.
 * @param {string} folder
 * @returns the name of the file
 */
function packWidget(folder) {
  execFileSync(process.execPath, [path.join(root, 'scripts/release/tarball.mjs'), folder], { stdio: 'pipe' });
  const packed = readdirSync(folder).find(file => /^auth-widget-.*\.tgz$/.test(file));
  return packed ?? fail('The package was not packed.');
}

/** @param {Record<string, string | undefined>} options @param {string | undefined} target */
async function readChoice(options, target) {
  const given =
    target ??
    (await ask('the folder of the app', () =>
      text({ message: 'Where should the app go?', placeholder: 'my-app', defaultValue: 'my-app' }),
    ));
  const framework =
    options.framework ??
    (await ask('--framework', () =>
      select({ message: 'Which framework?', options: toOptions(frameworks, Object.keys(frameworks)) }),
    ));
  const folder = path.resolve(given);
  const choice = { name: path.basename(folder), framework, server: options.server ?? 'reference', widget: '' };
  checkChoice(choice);
  const possible = serversFor(framework);
  if (options.server === undefined && possible.length > 1)
    choice.server = await ask('--server', () =>
      select({ message: 'Which server signs people in?', options: toOptions(servers, possible) }),
    );
  return { folder, choice };
}

/** @param {{ folder: string, choice: import('./app.mjs').Choice }} app */
function writeApp({ folder, choice }) {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) fail(`${folder} is a file. Name another folder.`);
  if (found && readdirSync(folder).length > 0) fail(`${folder} is not empty. Name another folder.`);
  if (!existsSync(path.join(root, 'dist/index.js')))
    fail('The package is not built. Run this first, in the repository of auth-widget:\n\n  npm ci && npm run build\n');
  mkdirSync(folder, { recursive: true });
  choice.widget = `file:${packWidget(folder)}`;
  for (const [file, content] of planApp(choice)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { framework: { type: 'string' }, server: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  if (positionals.length > 1) fail(`Name one folder, not ${positionals.length}.\n\n${USAGE}`);
  if (process.stdin.isTTY) intro('An app that signs people in');
  const app = await readChoice({ framework: values.framework, server: values.server }, positionals[0]);
  writeApp(app);
  const { label } = frameworks[/** @type {keyof typeof frameworks} */ (app.choice.framework)];
  log.success(`${label}, with ${servers[/** @type {keyof typeof servers} */ (app.choice.server)].label}`);
  outro(`Written. ${nextSteps(app.choice, path.relative(process.cwd(), app.folder) || '.')}`);
}

await main().catch((/** @type {unknown} */ error) => {
  const isUnreadable = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (isUnreadable || error instanceof UnusableChoice) fail(`${error.message}\n\n${USAGE}`);
  throw error;
});
