// Tests when the server of a new app on better-auth has a secret.
import assert from 'node:assert/strict';
import test from 'node:test';

// The files of an app are not part of the project's types.
const { readSecret } = await import(String(new URL('../../create/servers/better-auth/secret.mjs', import.meta.url)));

for (const [title, secret] of [
  ['no BETTER_AUTH_SECRET', undefined],
  ['an empty BETTER_AUTH_SECRET, as Docker Compose passes for a variable that is not set', ''],
]) {
  test(`${title}: the server does not start in production`, t => {
    t.after(() => delete process.env.BETTER_AUTH_SECRET);
    delete process.env.BETTER_AUTH_SECRET;
    if (secret !== undefined) process.env.BETTER_AUTH_SECRET = secret;
    assert.throws(() => readSecret(true), /BETTER_AUTH_SECRET is needed/);
  });
}

test('BETTER_AUTH_SECRET is the secret, in production and in development', t => {
  process.env.BETTER_AUTH_SECRET = 'x'.repeat(32);
  t.after(() => delete process.env.BETTER_AUTH_SECRET);
  assert.deepEqual([readSecret(true), readSecret(false)], ['x'.repeat(32), 'x'.repeat(32)]);
});
