// Tools that need a newer Node than the one that runs the tests get this one, from npm's packages of Node's binaries.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './package.mjs';
import { run, runNpm } from './run.mjs';

const VERSION = '24.21.0';
const folder = path.join(root, 'out/apps', `node-${VERSION}`);
const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const binary = path.join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Installs Node 24 unless it is installed. @returns {Promise<string>} the path of the binary */
export async function installNode24() {
  if (!existsSync(binary)) {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
    await runNpm(['install', '--no-save', `${name}@${VERSION}`], { cwd: folder });
  }
  await run(binary, ['--version'], { cwd: folder });
  return binary;
}

/**
 * The Node for an app: the one that runs the tests if it is new enough, otherwise Node 24.
 * @param {string} range `engines.node` of the app's package.json, written as `>=20` or `>=22.12`
 */
export async function chooseNode(range) {
  const wanted = /^>=(\d+)(?:\.(\d+))?/.exec(range);
  if (!wanted) throw new Error(`engines.node has the form >=22.12, not ${range}`);
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const wantedMajor = Number(wanted[1]);
  const isNewEnough = major > wantedMajor || (major === wantedMajor && minor >= Number(wanted[2] ?? 0));
  return isNewEnough ? process.execPath : installNode24();
}
