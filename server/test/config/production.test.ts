import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { loadConfig } from '../../src/config/config.js';
import { isWeakSecret } from '../../src/config/production.js';
import { problemsOf, safeEnvironment } from '../support/environment.js';

const warningsOf = (env: Record<string, string>) => loadConfig({ ...safeEnvironment, ...env }).warnings;

describe('production', () => {
  it('refuses blocks that end before the next guess, and blocks that get shorter', () => {
    for (const steps of ['1', '59,3600', '900,3600,59', '900,899']) {
      const problems = problemsOf({ ...safeEnvironment, BLOCK_STEPS: steps });
      assert.equal(problems.length >= 1 && problems.every(problem => problem.startsWith('BLOCK_STEPS ')), true, steps);
    }
    assert.deepEqual(problemsOf({ NODE_ENV: 'development', BLOCK_STEPS: '1' }), []);
    assert.deepEqual(problemsOf({ ...safeEnvironment, BLOCK_STEPS: '60,60,120' }), []);
    assert.match(warningsOf({ BLOCK_STEPS: '60' }).join(), /BLOCK_STEPS begins with 60 seconds/);
    assert.doesNotMatch(warningsOf({ BLOCK_STEPS: '900' }).join(), /BLOCK_STEPS/);
  });

  it('refuses a secret that is easy to guess', () => {
    for (const weak of [
      's'.repeat(32),
      'ab'.repeat(20),
      'correct horse battery '.repeat(2),
      'correct horse battery staple cor' + 'rect horse battery staple cor',
      '0123456789abcdefghijklmnopqrstuvwxyz',
      // Seven different characters in random order.
      'qmzkgtwmqgzktwqzmgkwtqgmzwkqtzgmw',
      'zyxwvutsrqponmlkjihgfedcba9876543210',
      '00112233445566778899aabbccddeeff',
    ]) {
      assert.ok(isWeakSecret(weak), weak);
      const [problem, ...others] = problemsOf({ ...safeEnvironment, SERVER_SECRET: weak });
      assert.match(problem ?? '', /^SERVER_SECRET is easy to guess/);
      assert.deepEqual(others, []);
    }
    for (let i = 0; i < 200; i++) {
      for (const [bytes, encoding] of [
        [16, 'hex'],
        [32, 'hex'],
        [24, 'base64'],
        [48, 'base64url'],
      ] as const) {
        const random = randomBytes(bytes).toString(encoding);
        assert.equal(isWeakSecret(random), false, random);
      }
    }
  });

  it('refuses origins without TLS, and warns about loopback origins', () => {
    for (const name of ['ALLOWED_ORIGINS', 'SMS_ORIGIN']) {
      for (const origin of ['http://example.org', 'http://10.0.0.5:8080', 'http://localhost.example.org']) {
        const [problem, ...others] = problemsOf({ ...safeEnvironment, [name]: origin });
        assert.match(problem ?? '', new RegExp(`^${name} .*http://`));
        assert.deepEqual(others, []);
        assert.deepEqual(problemsOf({ NODE_ENV: 'development', [name]: origin }), []);
      }
    }
    const loopback = { ALLOWED_ORIGINS: 'https://example.org,http://localhost' };
    assert.match(warningsOf(loopback).join('\n'), /^ALLOWED_ORIGINS has a loopback origin/m);
    assert.doesNotMatch(warningsOf({}).join('\n'), /ALLOWED_ORIGINS/);
  });

  it('warns if the SMS end in a loopback host', () => {
    const loopbackFirst = 'http://localhost,https://example.org';
    for (const [host, origins] of [
      ['localhost', { SMS_ORIGIN: 'http://localhost' }],
      ['127.0.0.1', { SMS_ORIGIN: 'http://127.0.0.1:8080' }],
      ['[::1]', { SMS_ORIGIN: 'http://[::1]' }],
      ['localhost', { ALLOWED_ORIGINS: loopbackFirst }],
    ] as const) {
      const warning = warningsOf(origins).find(each => each.startsWith(`the SMS end in the host ${host},`));
      assert.match(warning ?? '', /Set SMS_ORIGIN$/);
    }
    const named = { ALLOWED_ORIGINS: loopbackFirst, SMS_ORIGIN: 'https://example.org' };
    for (const origins of [{}, named]) assert.doesNotMatch(warningsOf(origins).join('\n'), /SMS_ORIGIN/);
  });

  it('refuses lifetimes with which nobody could stay signed in', () => {
    for (const name of ['TOKEN_TTL', 'SESSION_TTL']) {
      assert.deepEqual(problemsOf({ ...safeEnvironment, [name]: '59' }), [`${name} is under 60 seconds`]);
      // A session can't be read in the last second of its token. With a lifetime of one second, it never can.
      assert.deepEqual(problemsOf({ NODE_ENV: 'development', [name]: '1' }), [`${name} must be at least 2`]);
    }
  });

  it('warns about PGlite, on disk and in memory', () => {
    const database = { DATABASE_URL: 'postgres://db/auth' };
    assert.match(warningsOf({}).join('\n'), /^the database is PGlite/m);
    assert.match(warningsOf({ DATA_DIR: 'memory://' }).join('\n'), /^the database is in memory/m);
    assert.deepEqual(warningsOf(database), []);
  });

  it('warns about a host that makes a message take two SMS', () => {
    const of = (host: string) => warningsOf({ DATABASE_URL: 'postgres://db/auth', SMS_ORIGIN: `https://${host}` });
    assert.deepEqual(of('auth.example-company.ru'), []);
    assert.deepEqual(of('login.example-company.ru'), [
      'a message in the language ru is sent as 2 SMS, each of them paid for: the host in its last line has 24 characters, ' +
        'and one SMS has room for 23',
    ]);
    assert.deepEqual(loadConfig({ NODE_ENV: 'development', SMS_ORIGIN: `https://${'a'.repeat(60)}.ru` }).warnings, []);
  });
});
