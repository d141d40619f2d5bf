// npm run test:pgbouncer [-- --write] [-- part of a file name …]: the tests of the server that use PostgreSQL, through
// PgBouncer in transaction mode. --write keeps the result in docs/pgbouncer.md.
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const folder = 'server/test';
const mustWrite = process.argv.includes('--write');
const parts = process.argv.slice(2).filter(argument => argument !== '--write');
const USES_POSTGRES = /onEachDatabase|describeOn|startPostgres|Cluster|openTestDatabase|databaseKinds/;
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.test.ts') && (parts.length === 0 || parts.some(part => name.includes(part))))
  .map(name => path.join(folder, name))
  .filter(name => USES_POSTGRES.test(readFileSync(name, 'utf8')))
  .sort();

const args = ['--import', 'tsx', '--test', '--test-reporter=tap', '--test-concurrency=1', '--test-timeout=600000'];
const child = spawn(process.execPath, [...args, ...files], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, VIA: 'pgbouncer' },
});
let output = '';
child.stdout.on('data', data => {
  output += String(data);
  process.stdout.write(data);
});
const code = await new Promise(resolve => child.once('close', resolve));
process.exitCode = code === 0 ? 0 : 1;

const count = (/** @type {string} */ name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
const skipped = [...output.matchAll(/^\s*ok \d+ - (.+) # SKIP PgBouncer: (.+)$/gm)];
/** Tests on both kinds of databases are named twice. */
const names = [...new Set(skipped.map(([, name, reason]) => `- ${name}: ${reason}`))];
if (mustWrite && parts.length === 0) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const page = `# Through PgBouncer

<!-- Written by \`npm run test:pgbouncer -- --write\`. -->

The tests of the reference server that use PostgreSQL, with \`DATABASE_POOLING=transaction\` through PgBouncer in transaction
mode, which gives each transaction another connection. That is how hosted PostgreSQL is often reached.

Last result, ${date}, commit ${commit}: **${count('pass')} passed, ${count('fail') + count('cancelled')} failed**, in ${files.length} files.

Left out, because they are about the connections of PostgreSQL itself:

${names.join('\n')}
`;
  writeFileSync('docs/pgbouncer.md', page);
  execFileSync(process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--write', 'docs/pgbouncer.md']);
}
