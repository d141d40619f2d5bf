// The calls of docs/protocol.md, as they stand there: a shell runs them with curl against the reference server, and the answers
// have the members of the page.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { promisify } from 'node:util';
import { startServer } from '../../server/src/server.js';
import { createDataFolder } from '../../server/test/support/data-folder.js';

const page = await readFile(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
const [, definitions = ''] = /```sh\n(BASE=[^]*?)```/.exec(page) ?? [];

/** The call below a heading, and its answer. */
function exampleOf(heading: string): { call: string; answer: string } {
  const section = page.slice(page.indexOf(`### ${heading}\n`));
  const [, call = '', answer = ''] = /```sh\n([^]*?)```\n\n```(?:json)?\n([^]*?)```/.exec(section) ?? [];
  return { call, answer };
}

/** What differs between two answers: members, types, numbers by more than a second, and the texts that a program reads. */
function differencesOf(actual: unknown, expected: unknown, path = ''): string[] {
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (isObject(actual) && isObject(expected)) {
    const names = [...new Set([...Object.keys(actual), ...Object.keys(expected)])];
    return names.flatMap(name => differencesOf(actual[name], expected[name], `${path}.${name}`));
  }
  const isSame =
    typeof actual === 'number' && typeof expected === 'number'
      ? Math.abs(actual - expected) <= 1
      : typeof actual === 'string' && typeof expected === 'string'
        ? actual === expected || /\.(?:user|token|device|state)$/.test(path)
        : actual === expected;
  return isSame ? [] : [`${path}: ${JSON.stringify(actual)}, and in the page ${JSON.stringify(expected)}`];
}

const isMissing = ['curl', 'sh'].some(name => spawnSync(name, ['-c', ':']).error !== undefined);

test('the calls of the page', { skip: isMissing && 'curl is not here' }, async t => {
  const { folder, remove } = await createDataFolder();
  const server = await startServer({
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    TEST_NUMBERS: '79990000001:111111',
  });
  t.after(() => server.close().then(remove));
  assert.match(definitions, /BASE=http:\/\/127\.0\.0\.1:5173\n/);
  const variables: Record<string, string> = {};
  const run = async (call: string): Promise<string> => {
    const script = `${definitions.replace('http://127.0.0.1:5173', server.url)}\n${call.replace('curl', 'curl -sS')}`;
    const env = { ...process.env, ...variables };
    return (await promisify(execFile)('sh', ['-c', script], { env })).stdout;
  };
  const params: Record<string, Record<string, unknown>> = {};
  const check = async (heading: string) => {
    const { call, answer } = exampleOf(heading);
    assert.match(call, /^curl /, heading);
    const actual = JSON.parse(await run(call)) as { params: Record<string, unknown> };
    assert.deepEqual(differencesOf(actual, JSON.parse(answer)), [], heading);
    params[heading] = actual.params;
  };

  await check('Request a confirmation code');
  variables['STATE'] = String(params['Request a confirmation code']!['state']);
  await check('Verify a confirmation code, and sign in');
  variables['TOKEN'] = String(params['Verify a confirmation code, and sign in']!['token']);
  await check('Give the account its name');
  await check('Whose session this is');
  await check('Renew a session');
  await check('End a session');
  await check('Sign in by password, or register a login');

  const { call, answer } = (() => {
    const [, found = '', text = ''] = /```sh\n(curl -i [^]*?)```\n\n```\n([^]*?)```/.exec(page) ?? [];
    return { call: found, answer: text };
  })();
  await run(call);
  const [head = '', body = ''] = (await run(call)).split('\r\n\r\n');
  const [expectedHead = '', expectedBody = ''] = answer.split('\n\n');
  const headers = head.toLowerCase().split('\r\n');
  for (const line of expectedHead.toLowerCase().split('\n'))
    assert.ok(
      headers.includes(line) || (line === 'retry-after: 60' && headers.includes('retry-after: 59')),
      `${line} in ${head}`,
    );
  assert.deepEqual(differencesOf(JSON.parse(body), JSON.parse(expectedBody)), []);
});
