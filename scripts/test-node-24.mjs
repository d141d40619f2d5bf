// npm run test:node24 [-- part of a file name …]: the tests of the server on Node 24, as in its image.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNode24 } from '../test/apps/support/node-24.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const folder = 'server/test';
const parts = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.test.ts') && (parts.length === 0 || parts.some(part => name.includes(part))))
  .map(name => path.join(folder, name))
  .sort();
const node = await installNode24();
const args = ['--import', 'tsx', '--test', '--test-concurrency=1', '--test-timeout=600000', ...files];
const { status } = spawnSync(node, args, { stdio: 'inherit' });
process.exitCode = status ?? 1;
