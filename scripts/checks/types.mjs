// npm run types: checks the types of the package, its tests and scripts, and the server, and fails if there is an error. The tests of
// the apps check those of examples/, which have projects of their own.
// The compiler of TypeScript 7 takes a third of the processor time of TypeScript 6. It has no JavaScript API, which ESLint and the
// custom-elements manifest need, so TypeScript 6 stays installed too.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nativeTsc } from './native-tsc.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PROJECTS = ['tsconfig.json', 'tsconfig.node.json', 'tsconfig.e2e.json', 'server/tsconfig.json'];

for (const project of PROJECTS) {
  const { status } = spawnSync(process.execPath, [nativeTsc, '-p', project], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
