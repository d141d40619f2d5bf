import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, it } from 'node:test';
import { SmsError } from '../../src/sms/provider.js';
import { assertRefused, type Harness, until } from '../support/harness.js';

const tel = '79161234567';

/** The calls and what they answer (contract, «Calls»). */
export function calls(h: () => Harness): void {
  describe('calls', () => {
    beforeEach(() => h().start());

    it('answers a request for a code with the credential, and sends the SMS', async () => {
      const answer = await h().send(tel);
      assert.equal(answer.status, 200);
      assert.deepEqual(JSON.parse(answer.raw), {
        code: 200,
        text: 'OK',
        params: { cred: `tel:${tel}`, resendIn: 60, codeLength: 6, idempotent: true },
      });
      assert.equal(h().sms.sent.length, 1);
      assert.equal(h().sms.sent[0]?.to, tel);
    });

    it('ends the SMS in a line of its own with the host and the code', async () => {
      await h().send(tel, { headers: { 'Accept-Language': 'en-GB,en;q=0.9' } });
      const code = h().codeFor(tel);
      assert.equal(h().sms.sent[0]?.text, `Code: ${code}. Do not share it with anyone.\n@example.org #${code}`);
    });

    it('writes the SMS in the language of the browser, in Russian where it asks for another', async () => {
      const languages = { '79160000001': 'ru-RU,ru;q=0.9,en;q=0.8', '79160000002': 'de', '79160000003': 'de,en;q=0.5' };
      for (const [number, header] of Object.entries(languages)) {
        await h().send(number, { headers: { 'Accept-Language': header } });
      }
      const starts = h().sms.sent.map(sms => sms.text.split(':')[0]);
      assert.deepEqual(starts, ['Код', 'Код', 'Code']);
    });

    it('keeps a Russian SMS within the 70 characters of one message', async () => {
      await h().send(tel);
      assert.ok(h().sms.sent[0]!.text.length <= 70, `${h().sms.sent[0]!.text.length} characters`);
    });

    it('confirms a new number with the code: a session, and no name yet', async () => {
      await h().send(tel);
      const answer = await h().verify(tel, h().codeFor(tel));
      assert.equal(answer.status, 200);
      const { user, token, ...rest } = answer.params;
      assert.deepEqual(rest, { cred: `tel:${tel}`, displayName: null, expiresIn: 1_209_600 });
      assert.equal(typeof user, 'string');
      assert.match(token, /^[\w-]{43}$/);
    });

    it('gives the account its name by PATCH, and never loses it by registering again', async () => {
      const first = await h().signInByPhone(tel);
      const named = await h().call('PATCH', '/v1/account', {
        token: first.params['token'],
        body: { displayName: '  Анна Ахматова ' },
      });
      assert.deepEqual(named.params, { user: first.params['user'], displayName: 'Анна Ахматова' });
      await h().database.advance(61);
      const again = await h().signInByPhone(tel);
      assert.equal(again.params['displayName'], 'Анна Ахматова');
      assert.equal(again.params['user'], first.params['user']);
      assert.notEqual(again.params['token'], first.params['token']);
    });

    it('makes an account of a new login, named like it, and signs in to it afterwards', async () => {
      const made = await h().signIn('Anna.Karenina', 'correct horse');
      assert.equal(made.status, 200);
      const { user, token, ...rest } = made.params;
      assert.deepEqual(rest, { displayName: 'anna.karenina', expiresIn: 1_209_600, created: true });
      assert.match(token, /^[\w-]{43}$/);
      const again = await h().signIn('ANNA.karenina', 'correct horse');
      assert.equal(again.params['user'], user);
      assert.ok(!('created' in again.params));
    });

    it('takes the same password from keyboards that write a letter in one character or in two', async () => {
      await h().signIn('tolstoy', 'Лев Толстой');
      const answer = await h().signIn('tolstoy', 'Лев Толстой'.normalize('NFD'));
      assert.equal(answer.status, 200);
    });

    it('says whose a session is', async () => {
      const { params } = await h().signIn('tolstoy', 'war and peace');
      const answer = await h().session(params['token']);
      assert.equal(answer.status, 200);
      const { expiresIn, ...rest } = answer.params;
      assert.deepEqual(rest, { user: params['user'], displayName: 'tolstoy' });
      assert.ok(expiresIn > 1_209_590 && expiresIn <= 1_209_600);
    });

    it('renews a session: a new token, a whole lifetime', async () => {
      const { params } = await h().signIn('tolstoy', 'war and peace');
      await h().database.advance(86_400);
      const answer = await h().renew(params['token']);
      assert.equal(answer.status, 200);
      const { token, ...rest } = answer.params;
      assert.deepEqual(rest, { user: params['user'], displayName: 'tolstoy', expiresIn: 1_209_600 });
      assert.notEqual(token, params['token']);
    });

    it('ends a session, and answers the same for a token that nobody has', async () => {
      const { params } = await h().signIn('tolstoy', 'war and peace');
      const ended = await h().call('DELETE', '/v1/session', { token: params['token'] });
      const unknown = await h().call('DELETE', '/v1/session', { token: 'x'.repeat(43) });
      const rubbish = await h().call('DELETE', '/v1/session', { token: 'rubbish' });
      assert.deepEqual(JSON.parse(ended.raw), { code: 200, text: 'OK', params: {} });
      assert.equal(unknown.raw, ended.raw);
      assert.equal(rubbish.raw, ended.raw);
      assertRefused(await h().session(params['token']), 401, { what: 'token' });
    });

    it('sends no SMS to a test number, and takes its fixed code', async () => {
      const number = '79990000001';
      assert.equal((await h().send(number)).status, 200);
      assert.equal(h().sms.sent.length, 0);
      assertRefused(await h().send(number), 429, { what: 'send', retryAfter: 60 });
      assertRefused(await h().verify(number, '222222'), 401, { what: 'code', attemptsLeft: 2 });
      assert.equal((await h().verify(number, '111111')).status, 200);
      assertRefused(await h().verify(number, '111111'), 410, { what: 'code' });
    });

    it('answers health checks', async () => {
      for (const path of ['/healthz', '/readyz']) {
        const answer = await h().call('GET', path);
        assert.deepEqual(JSON.parse(answer.raw), { code: 200, text: 'OK', params: {} });
      }
    });

    it('keeps a connection with nothing to do longer than proxies do, which wait for two minutes at most', async () => {
      const { headers } = await h().call('GET', '/healthz');
      const seconds = Number(/^timeout=(\d+)$/.exec(headers.get('Keep-Alive') ?? '')?.[1]);
      assert.ok(seconds > 120, `${seconds} s`);
    });

    it('lets calls that run finish when it is asked to stop, and takes no new ones', async () => {
      let release: () => void = () => undefined;
      h().sms.gate = new Promise(resolve => (release = resolve));
      const numbers = ['79160000001', '79160000002', '79160000003'];
      const running = numbers.map(number => h().send(number));
      await until(() => h().sms.begun === numbers.length);
      const stopped = h().stop();
      await assert.rejects(h().send('79160000004'));
      release();
      for (const answer of await Promise.all(running)) {
        assert.equal(answer.status, 200);
        // Or the next call would be sent on a connection that ends, and be lost.
        assert.equal(answer.headers.get('Connection'), 'close');
      }
      await stopped;
    });

    it('answers a call that is on its way when it is asked to stop, on a connection that had nothing to do', async () => {
      const { hostname, port } = new URL(h().url);
      const socket = connect(Number(port), hostname);
      let seen = '';
      socket.on('data', chunk => (seen += chunk));
      socket.on('error', error => (seen += error.message));
      const answers = () => seen.match(/HTTP\/1\.1 [^\r]*|Connection: [^\r]*/g) ?? [];
      const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
      socket.write(request);
      await until(() => answers().length === 2);
      socket.write(request);
      const closed = once(socket, 'close');
      await Promise.all([h().stop(), closed]);
      const expected = ['HTTP/1.1 200 OK', 'Connection: keep-alive', 'HTTP/1.1 200 OK', 'Connection: close'];
      assert.deepEqual(answers(), expected);
    });

    it('keeps minute and code where the SMS may have been sent all the same, and answers 503', async () => {
      await h().start();
      for (const [last, failure] of [new SmsError('no answer', 'unknown'), new Error('anything')].entries()) {
        const number = `7916765432${last}`;
        h().sms.failure = failure;
        assertRefused(await h().send(number), 503, {});
        assertRefused(await h().send(number), 429, { what: 'send', retryAfter: 60 });
        assert.equal(h().sms.sent.filter(({ to }) => to === number).length, 1);
        assert.equal((await h().verify(number, h().codeFor(number))).status, 200);
      }
    });

    it('leaves the code before good when the provider refuses the SMS with the next one', async () => {
      await h().send(tel);
      const code = h().codeFor(tel);
      await h().database.advance(61);
      h().sms.failure = new SmsError('the provider is down');
      assertRefused(await h().send(tel), 503, {});
      assert.equal((await h().verify(tel, code)).status, 200);
      assertRefused(await h().verify(tel, code), 410, { what: 'code' });
    });

    it('revives no code before that wrong tries have destroyed while the next one was being sent', async () => {
      await h().start({ BLOCK_STEPS: '10' });
      await h().send(tel);
      const code = h().codeFor(tel);
      await h().database.advance(61);
      let release: () => void = () => undefined;
      const begun = h().sms.begun;
      h().sms.gate = new Promise(resolve => (release = resolve));
      h().sms.failure = new SmsError('the provider is down');
      const sending = h().send(tel);
      await until(() => h().sms.begun > begun);
      for (let n = 0; n < 3; n++) await h().verify(tel, h().wrongCodeFor(tel));
      release();
      assertRefused(await sending, 503, {});
      await h().database.advance(11);
      assertRefused(await h().verify(tel, code), 410, { what: 'code' });
    });

    it('gives the minute back when the provider refuses, counts the day, and answers 503', async () => {
      await h().start({ SENDS_PER_DAY: '2' });
      h().sms.failure = new SmsError('the provider is down');
      assertRefused(await h().send(tel), 503, {});
      assertRefused(await h().verify(tel, '000000'), 410, { what: 'code' });
      h().sms.failure = undefined;
      assert.equal((await h().send(tel)).status, 200);
      await h().database.advance(61);
      assertRefused(await h().send(tel), 429, { what: 'day', retryAfter: 86_400 - 61 });
    });
  });
}
