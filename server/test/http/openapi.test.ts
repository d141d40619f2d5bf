import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Answer, Harness } from '../support/harness.js';

interface Operation {
  readonly security?: readonly unknown[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<string, { readonly content: Record<string, { readonly schema: object }> }>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
}

describe('the OpenAPI document', () => {
  let harness: Harness;
  let document: Document;
  before(async () => {
    harness = await Harness.open();
    await harness.start();
    const response = await fetch(`${harness.url}/openapi.json`);
    assert.equal(response.headers.get('Content-Type'), 'application/json; charset=utf-8');
    document = (await response.json()) as Document;
  });
  after(() => harness.close());

  it('is valid OpenAPI 3.1', async () => {
    assert.match(document.openapi, /^3\.1\./);
    const result = await new Validator().validate(document as never);
    assert.deepEqual(result, { valid: true });
  });

  it('lists exactly the calls that the server answers', async () => {
    const methods = ['get', 'post', 'put', 'patch', 'delete'];
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const method of methods) {
        const { status } = await harness.call(method.toUpperCase(), path);
        assert.equal(method in operations, status !== 405, `${method} ${path}`);
      }
    }
    assert.deepEqual(Object.keys(document.paths), ['/v1/creds/tel', '/v1/session', '/v1/account']);
  });

  it('has schemas that the answers match, errors included', async () => {
    const ajv = new Ajv2020({ strict: false });
    const check = (method: string, path: string, answer: Answer) => {
      const described = document.paths[path]![method.toLowerCase()]!.responses[answer.status];
      assert.ok(described, `${method} ${path} answers ${answer.status}`);
      const valid = ajv.validate(described.content['application/json']!.schema, JSON.parse(answer.raw));
      assert.ok(valid, `${method} ${path} ${answer.raw} ${ajv.errorsText()}`);
    };
    const call = async (method: string, path: string, body?: unknown, token?: string) => {
      const answer = await harness.call(method, path, { body, ...(token === undefined ? {} : { token }) });
      check(method, path, answer);
      return answer;
    };
    const tel = '79990000001';
    const [creds, session, account] = ['/v1/creds/tel', '/v1/session', '/v1/account'];
    await call('POST', creds, { tel, op: 'add' });
    await call('POST', creds, { tel, op: 'add' });
    await call('POST', creds, { tel });
    await call('PUT', creds, { tel, val: '222222', op: 'add' });
    const token = (await call('PUT', creds, { tel, val: '111111', op: 'add' })).params.token!;
    await call('PUT', creds, { tel, val: '111111', op: 'add' });
    await call('PATCH', account, { displayName: 'Анна' }, token);
    await call('PATCH', account, { displayName: '' }, token);
    await call('GET', session, undefined, token);
    await call('PUT', session, undefined, token);
    await call('DELETE', session, undefined, token);
    await call('GET', session, undefined, token);
    await call('POST', session, { login: 'anna', password: 'correct horse' });
    await call('POST', session, { login: 'anna', password: 'battery staple' });
    await call('POST', session, { login: 'anna', password: 'x' });
    await call('POST', session, { login: 'anna', password: 'x'.repeat(5000) });
    harness.sms.failure = new Error('down');
    await call('POST', creds, { tel: '79161234567', op: 'add' });
    await harness.start({ CHALLENGE: 'always' });
    for (const [path, body] of [
      [creds, { tel, op: 'add' }],
      [session, { login: 'anna', password: 'correct horse' }],
    ] as const) {
      assert.equal((await call('POST', path, body)).status, 403);
    }
  });

  it('has schemas of the bodies that allow what the server accepts, and nothing else', async () => {
    const ajv = new Ajv2020({ strict: false });
    const bodies = [
      { tel: '79161234567', op: 'add' },
      { tel: '79161234567', op: 'add', extra: 1 },
      { tel: '89161234567', op: 'add' },
      { tel: '79161234567', val: '000000', op: 'add' },
      { tel: '79161234567', val: '0000000', op: 'add' },
      { login: 'anna', password: 'correct horse' },
      { login: 'anna' },
      { displayName: 'Анна' },
      { displayName: null },
      [],
      null,
    ];
    await harness.start();
    const token = (await harness.signIn('peter', 'correct horse')).params.token!;
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { requestBody }] of Object.entries(operations)) {
        if (!requestBody) continue;
        for (const body of bodies) {
          const allowed: boolean = ajv.validate(requestBody.content['application/json']!.schema, body);
          const { status } = await harness.call(method.toUpperCase(), path, { body, token });
          assert.equal(status !== 400, allowed, `${method} ${path} ${JSON.stringify(body)} ${status}`);
        }
      }
    }
  });
});
