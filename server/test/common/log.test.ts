import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog, describeError } from '../../src/common/log.js';

describe('the log', () => {
  it('leaves the values out of an error of the database', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: line => lines.push(line) });
    const err = Object.assign(new Error('duplicate key value, 79161234567'), {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (tel)=(79161234567) already exists.',
      constraint: 'accounts_tel_key',
    });
    log.error({ err }, 'request failed');
    assert.ok(!lines.join().includes('79161234567'));
    assert.match(lines.join(), /accounts_tel_key/);
    assert.equal(describeError(new TypeError('x is not a function'))['message'], 'x is not a function');
    assert.deepEqual(describeError('a string'), { type: 'string' });
  });

  it('removes fields that may hold secrets', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: line => lines.push(line) });
    log.info({ password: 'pw-1', token: 'tk-1', body: { val: 'vl-1', password: 'pw-2' }, authorization: 'au-1', n: 1 });
    assert.match(lines.join(), /"n":1/);
    assert.doesNotMatch(lines.join(), /(pw|tk|vl|au)-\d/);
  });

  it('removes them from a request, which pino logs as an object in the field `req`', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: line => lines.push(line) });
    const headers = { authorization: 'au-1', cookie: 'ck-1' };
    log.info({ method: 'PUT', url: '/v1/creds/tel', headers, socket: {} });
    log.info({ req: { method: 'PUT', url: '/v1/creds/tel', headers } });
    log.info({ call: { password: 'pw-1', url: '/v1/creds/tel' } });
    assert.equal(lines.filter(line => line.includes('/v1/creds/tel')).length, 3);
    assert.doesNotMatch(lines.join(), /(au|ck|pw)-\d/);
  });
});
