// docs/your-app.md: the path to return to after the sign-in.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { safeReturnPath } from '../../examples/session/src/return-path.js';

const ORIGIN = 'https://app.example';

const SAFE: readonly (readonly [text: string, path: string])[] = [
  ['/', '/'],
  ['/messages', '/messages'],
  ['/messages?page=2&sort=a#last', '/messages?page=2&sort=a#last'],
  ['/a/../messages', '/messages'],
  ['/login?next=//evil.example', '/login?next=//evil.example'],
  ['/a//b', '/a//b'],
  ['/привет', '/%D0%BF%D1%80%D0%B8%D0%B2%D0%B5%D1%82'],
  ['/@evil.example', '/@evil.example'],
  ['/:8080', '/:8080'],
];
for (const [text, path] of SAFE) test(`${text} is a path of this site`, () => assert.equal(safeReturnPath(text), path));

const UNSAFE: readonly unknown[] = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%2F/evil.example',
  '/%2fevil.example',
  '/%5Cevil.example',
  '%2F%2Fevil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '?a=1',
  '',
  '//',
  '//[',
  null,
  undefined,
  1,
  ['/messages'],
];
for (const text of UNSAFE)
  test(`${JSON.stringify(text)} is none`, () => {
    assert.equal(safeReturnPath(text), '/');
    assert.equal(safeReturnPath(text, '/home'), '/home');
  });

test('whatever the text, a browser stays on this site', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '\t',
    '\n',
    ' ',
    ':',
    '@',
    '?',
    '#',
    'a',
    'https:',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 8 }).map(parts => `/${parts.join('')}evil.example`),
  );
  fc.assert(
    fc.property(text, input => {
      const path = safeReturnPath(input);
      assert.match(path, /^\/(?![/\\])/);
      assert.equal(new URL(path, ORIGIN).origin, ORIGIN);
      assert.equal(new URL(path, `${ORIGIN}/deep/page?x`).origin, ORIGIN);
      assert.equal(safeReturnPath(path), path, 'a safe path is left as it is');
    }),
    { numRuns: 5000 },
  );
});

test('the examples have the same function', async () => {
  const read = (file: string) => readFile(new URL(`../../examples/${file}`, import.meta.url), 'utf8');
  assert.equal(await read('angular/src/app/auth/return-path.ts'), await read('session/src/return-path.ts'));
});
