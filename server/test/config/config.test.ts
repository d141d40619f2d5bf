import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadConfig } from '../../src/config/config.js';
import { settings } from '../../src/config/settings.js';
import { problemsOf, safeEnvironment as safe } from '../support/environment.js';

describe('configuration', () => {
  it('needs no settings in development', () => {
    const config = loadConfig({ NODE_ENV: 'development' });
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.port, 5173);
    assert.equal(config.sms.provider, 'mock');
    assert.equal(config.allowedOrigins, 'loopback');
    assert.match(config.dataDir, /[\\/]server[\\/]\.data$/);
    assert.deepEqual(
      [...config.testNumbers],
      [
        ['79990000001', '111111'],
        ['79990000002', '222222'],
      ],
    );
    assert.deepEqual(config.blockSteps, [900, 3600, 86_400]);
    assert.equal(config.sendInterval, 60);
    assert.equal(config.codeTtl, 300);
    assert.equal(config.maxAttempts, 3);
    assert.equal(config.tokenTtl, 14 * 86_400);
    assert.equal(config.sessionTtl, 90 * 86_400);
  });

  it('is in production unless NODE_ENV is development, and has no test numbers there', () => {
    for (const mode of [{}, { NODE_ENV: 'production' }, { NODE_ENV: 'test' }, { NODE_ENV: 'Development' }]) {
      const config = loadConfig({ ...safe, ...mode });
      assert.equal(config.development, false);
      assert.equal(config.host, '0.0.0.0');
      assert.equal(config.testNumbers.size, 0);
      assert.equal(config.sms.host, 'example.org');
    }
  });

  it('lists all problems of production without settings', () => {
    assert.deepEqual(problemsOf({}), [
      'SMS_PROVIDER is not set: no code could be sent',
      'SMS_API_KEY is not set',
      'SMS_SENDER is not set',
      'SERVER_SECRET is not set',
      'ALLOWED_ORIGINS is not set',
    ]);
  });

  it('refuses settings that would weaken the limits in production', () => {
    const unsafe = {
      SMS_PROVIDER: 'mock',
      TEST_NUMBERS: '79990000001:111111,79990000002:222222',
      SEND_INTERVAL: '59',
      MAX_ATTEMPTS: '4',
      SERVER_SECRET: '',
      ALLOWED_ORIGINS: '',
    };
    for (const [name, value] of Object.entries(unsafe)) {
      const problems = problemsOf({ ...safe, [name]: value });
      assert.equal(problems.length, 1, `${name}: ${problems.join()}`);
      assert.ok(problems[0]?.startsWith(name), problems[0]);
      assert.deepEqual(problemsOf({ NODE_ENV: 'development', [name]: value }), [], name);
    }
    assert.equal(problemsOf({ ...safe, ...unsafe }).length, Object.keys(unsafe).length);
  });

  it('refuses a test number with two codes', () => {
    const problems = problemsOf({ NODE_ENV: 'development', TEST_NUMBERS: '79990000001:111111,79990000001:222222' });
    assert.deepEqual(problems, ['TEST_NUMBERS must have one code for each number']);
  });

  it('allows test numbers in production with ALLOW_TEST_NUMBERS', () => {
    const numbers = { TEST_NUMBERS: '79990000001:111111,79990000002:222222' };
    assert.equal(loadConfig({ ...safe, ...numbers, ALLOW_TEST_NUMBERS: '1' }).testNumbers.size, 2);
    assert.equal(problemsOf({ ...safe, ...numbers, ALLOW_TEST_NUMBERS: '0' }).length, 1);
  });

  it('reports every invalid value', () => {
    const wrong = {
      PORT: '65536',
      DATABASE_URL: 'mysql://db/x',
      ALLOWED_ORIGINS: 'https://example.org/path',
      TRUSTED_PROXIES: '10.0.0.0/33',
      SERVER_SECRET: 'too short',
      SMS_ORIGIN: 'example.org',
      TEST_NUMBERS: '79990000001:111111,79990000002:222222,79990000003:333333',
      TOKEN_TTL: '1e5',
      SEND_INTERVAL: '-1',
      CODE_TTL: 'five',
      BLOCK_STEPS: '900,,x',
      LOG_LEVEL: 'loud',
    };
    const problems = problemsOf({ NODE_ENV: 'development', ...wrong });
    assert.deepEqual(problems.map(problem => problem.split(' ')[0]).sort(), Object.keys(wrong).sort());
  });

  it('accepts all forms of PostgreSQL URLs, and does not show the password of an invalid one', () => {
    const development = { NODE_ENV: 'development' };
    const good = [
      'postgres://u:p@db:5432/auth',
      'postgresql://db/auth',
      'postgres://u@/auth?host=/run',
      'postgres:///auth',
    ];
    for (const url of good) assert.equal(loadConfig({ ...development, DATABASE_URL: url }).databaseUrl, url);
    for (const url of ['postgres://u:se#cret@db/auth', 'postgres://u:secret@db:port/auth']) {
      const [problem = '', ...others] = problemsOf({ ...development, DATABASE_URL: url });
      assert.match(problem, /^DATABASE_URL must be an address/);
      assert.deepEqual(others, []);
    }
  });

  it('lists the providers if SMS_PROVIDER is none of them', () => {
    const [problem] = problemsOf({ ...safe, SMS_PROVIDER: 'pigeon-post' });
    assert.match(problem ?? '', /^SMS_PROVIDER must be one of mock, /);
  });

  it('refuses a captcha that it does not know, or without its keys', () => {
    const development = { NODE_ENV: 'development' };
    assert.deepEqual(problemsOf({ ...development, CHALLENGE_TYPE: 'riddle' }), [
      'CHALLENGE_TYPE must be one of pow, hcaptcha, smartcaptcha, turnstile',
    ]);
    assert.deepEqual(problemsOf({ ...development, CHALLENGE_TYPE: 'turnstile', CHALLENGE_SECRET: 'a secret key' }), [
      'CHALLENGE_SITE_KEY is not set: turnstile needs it',
    ]);
    assert.deepEqual(problemsOf({ ...development, CHALLENGE_TYPE: 'hcaptcha', CHALLENGE: 'sometimes' }), [
      'CHALLENGE must be auto, always or never',
      'CHALLENGE_SITE_KEY is not set: hcaptcha needs it',
      'CHALLENGE_SECRET is not set: hcaptcha needs it',
    ]);
    const { challenge } = loadConfig(development);
    assert.deepEqual([challenge.mode, challenge.type], ['auto', 'pow']);
  });

  it('refuses an origin with a wildcard', () => {
    for (const name of ['ALLOWED_ORIGINS', 'SMS_ORIGIN']) {
      for (const value of ['https://*.example.org', 'https://*', '*']) {
        const [problem = '', ...others] = problemsOf({ ...safe, [name]: value });
        assert.ok(problem.startsWith(`${name} must be an origin`), `${value}: ${problem}`);
        assert.deepEqual(others, []);
      }
    }
  });

  it('refuses to trust all addresses as proxies', () => {
    for (const value of ['0.0.0.0/0', '10.0.0.0/8, ::/0']) {
      const problems = problemsOf({ ...safe, TRUSTED_PROXIES: value });
      assert.deepEqual(
        problems,
        [
          'TRUSTED_PROXIES must cover fewer public addresses: anybody at one of them could invent the address of a caller',
        ],
        value,
      );
    }
  });

  it('refuses an API key in a wrong format without showing it', () => {
    const aero = { ...safe, SMS_PROVIDER: 'smsaero' };
    for (const key of ['Secret-Key', 'owner:Secret-Key', 'owner@example.org', 'owner@example.org:']) {
      const problems = problemsOf({ ...aero, SMS_API_KEY: key });
      assert.deepEqual(problems, ['SMS_API_KEY must be <e-mail of the account>:<api key> for smsaero'], key);
    }
    assert.equal(loadConfig({ ...aero, SMS_API_KEY: 'owner@example.org:Secret-Key' }).sms.provider, 'smsaero');
    assert.deepEqual(problemsOf({ ...aero, SMS_API_KEY: '' }), ['SMS_API_KEY is not set']);
  });

  it('has a description of every setting', () => {
    for (const [name, schema] of Object.entries(settings)) assert.ok(schema.description, name);
  });
});
