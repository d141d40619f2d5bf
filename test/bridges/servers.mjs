// The servers of examples/bridges/, each built if it has to be, and the bridge of auth-widget/server.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOnPath } from '../../scripts/engines/find-engines.mjs';
import { listen } from '../e2e/support/listen.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLES = path.join(root, 'examples/bridges');
const OUT = path.join(root, 'out/bridges');

/**
 * @typedef {object} Language
 * @property {string} name
 * @property {string[]} needs programs on the PATH
 * @property {() => string} [build] makes what is run, and returns its path
 * @property {(port: string, built: string) => string[]} command
 */

/** @param {string} command @param {string[]} args @param {string} [cwd] */
const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });

/** An environment of Python with the packages of an example. */
const buildVenv = (/** @type {string} */ name) => () => {
  const venv = path.join(OUT, name);
  if (!existsSync(venv)) run('python3', ['-m', 'venv', venv]);
  const requirements = path.join(EXAMPLES, name, 'requirements.txt');
  run(path.join(venv, 'bin/pip'), ['install', '--quiet', '--requirement', requirements]);
  return path.join(venv, 'bin/python');
};

/** @type {readonly Language[]} */
export const languages = [
  { name: 'node', needs: [], command: port => ['--import', 'tsx', path.join(root, 'test/bridges/node.mjs'), port] },
  { name: 'php', needs: ['php'], command: port => ['php', '-S', `127.0.0.1:${port}`, 'index.php'] },
  {
    name: 'fastapi',
    needs: ['python3'],
    build: buildVenv('fastapi'),
    command: (port, python) => [python, '-m', 'uvicorn', 'app:app', '--port', port],
  },
  {
    name: 'django',
    needs: ['python3'],
    build: buildVenv('django'),
    command: (port, python) => [python, 'app.py', 'runserver', '--noreload', port],
  },
  {
    name: 'go',
    needs: ['go'],
    build() {
      run('go', ['build', '-o', path.join(OUT, 'go-bridge'), '.'], path.join(EXAMPLES, 'go'));
      return path.join(OUT, 'go-bridge');
    },
    command: (_, program) => [program],
  },
  {
    name: 'ruby',
    needs: ['ruby', 'puma'],
    command: port => ['puma', '--quiet', '--bind', `tcp://127.0.0.1:${port}`],
  },
  {
    name: 'java',
    needs: ['java', 'mvn'],
    build() {
      const folder = path.join(OUT, 'java');
      cpSync(path.join(EXAMPLES, 'java'), folder, { recursive: true });
      run('mvn', ['--quiet', '--batch-mode', 'package'], folder);
      return path.join(folder, 'target/auth-bridge-1.jar');
    },
    command: (port, jar) => ['java', '-jar', jar, `--server.port=${port}`],
  },
];

/** What is missing for a language; undefined if nothing is. @param {Language} language */
export const missingOf = ({ needs }) => needs.find(program => findOnPath(program) === undefined);

/**
 * Starts a server on a free port, and waits until it answers.
 * @param {Language} language
 * @param {{ authUrl: string, origin: string }} options
 */
export async function startBridge({ name, build, command }, { authUrl, origin }) {
  mkdirSync(OUT, { recursive: true });
  const built = build?.() ?? '';
  const probe = await listen(createServer());
  await probe.close();
  const { port } = new URL(probe.url);
  const [program, ...args] = name === 'node' ? [process.execPath, ...command(port, built)] : command(port, built);
  const child = spawn(/** @type {string} */ (program), args, {
    cwd: name === 'node' ? root : path.join(EXAMPLES, name),
    env: {
      ...process.env,
      PORT: port,
      AUTH_URL: authUrl,
      ORIGINS: `${origin} https://second.example`,
      SESSIONS: mkdtempSync(path.join(tmpdir(), 'auth-sessions-')),
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += String(data)));
  const exited = new Promise(resolve => child.once('exit', resolve));
  for (const end = Date.now() + 60_000; ;) {
    const answer = await fetch(probe.url).catch(() => undefined);
    if (answer?.ok) break;
    if (child.exitCode !== null || Date.now() > end) {
      child.kill();
      throw new Error(`The bridge does not answer:\n${output}`);
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return {
    url: probe.url,
    output: () => output,
    close: async () => {
      child.kill();
      await exited;
    },
  };
}
