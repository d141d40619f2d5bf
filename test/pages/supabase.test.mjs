// docs/backends/supabase.md in an empty project: its page in Chromium, its code for supabase-js, and its options. A project that
// answers as a real one does is enough for what the page shows; the sign-in with the real server is skipped where that can't be built.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { register } from 'tsx/esm/api';
import { findEngine } from '../../scripts/engines/find-engines.mjs';
import { AuthPage } from '../e2e/support/auth-page.mjs';
import { launch } from '../e2e/support/browser.mjs';
import { listen } from '../e2e/support/listen.mjs';
import { createProject, readPage } from './support/project.mjs';

register();
const { setUpAuthServers, skipReason: noServer } = await import('../backends/supabase/auth-server.js');
const { PROJECT_KEY, startGateway } = await import('../backends/supabase/gateway.js');

// supabase-js needs it. Browsers have it, and Node has it since version 22. No test connects.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket: EventTarget });

const PHONE = '79161234567';
const CODE = '123456';
const noBrowser = findEngine('chromium') ? undefined : 'Chromium not found';

/** What a project answers. @type {Record<string, (body: any) => [status: number, body: object]>} */
const ANSWERS = {
  'POST /auth/v1/otp': () => [200, {}],
  'POST /auth/v1/verify': ({ phone, token }) =>
    token === CODE
      ? [
          200,
          {
            access_token: 'access-1',
            refresh_token: 'refresh-1',
            expires_in: 3600,
            user: { id: `user-${phone}`, user_metadata: { display_name: 'Anna' } },
          },
        ]
      : [403, { error_code: 'otp_expired', msg: 'Token has expired or is invalid' }],
  'POST /auth/v1/signup': () => [422, { error_code: 'weak_password', msg: 'Password should be longer.' }],
  'GET /rest/v1/notes': () => [200, []],
};

/** Starts a project. Every call needs its key. */
async function startProject() {
  /** @type {{ name: string, authorization: string | undefined, body: any }[]} */
  const calls = [];
  const cors = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'apikey, authorization, content-type',
    'access-control-allow-methods': '*',
  };
  /** @type {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<void>} */
  const answerCall = async (request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    const text = await new Response(/** @type {any} */ (request)).text();
    const name = `${request.method} ${new URL(request.url ?? '/', 'http://localhost').pathname}`;
    const { apikey, authorization } = request.headers;
    const body = text ? JSON.parse(text) : undefined;
    calls.push({ name, authorization, body });
    const [status, answer] = apikey === PROJECT_KEY ? (ANSWERS[name]?.(body) ?? [404, {}]) : [401, {}];
    response.writeHead(status, { 'content-type': 'application/json', ...cors }).end(JSON.stringify(answer));
  };
  const server = await listen(createServer((request, response) => void answerCall(request, response)));
  return { ...server, calls };
}

describe('docs/backends/supabase.md', () => {
  /** @type {Awaited<ReturnType<typeof createProject>>} */
  let project;
  /** @type {Awaited<ReturnType<typeof startProject>>} */
  let stand;
  /** @type {Awaited<ReturnType<typeof readPage>>} */
  let page;
  before(async () => {
    page = await readPage('supabase');
    project = await createProject(['@supabase/supabase-js@2.109.0']);
    stand = await startProject();
  });
  after(() => Promise.all([project.remove(), stand.close()]));

  /**
   * Serves the files of the page for a project, as they are.
   * @param {string} url of the project
   */
  async function openPage(/** @type {import('node:test').TestContext} */ t, url) {
    const files = page.files();
    const [html = ''] = files.get('index.html') ?? [];
    const [script = ''] = files.get('sign-in.js') ?? [];
    const imports = `import { SupabaseBackend } from '/backends/supabase.js';\n`;
    const values = `const PROJECT_URL = '${url}', PROJECT_KEY = '${PROJECT_KEY}';\n`;
    const site = await listen(
      createServer((request, response) => {
        const name = (request.url ?? '/').slice(1);
        const scripts = ['auth-widget.min.js', 'sign-in.js'].map(
          src => `<script type="module" src="/${src}"></script>`,
        );
        const content =
          name === ''
            ? `<!doctype html><html lang="en"><title>Sign in</title>${html}${scripts.join('')}</html>`
            : name === 'sign-in.js'
              ? imports + values + script
              : readFile(path.join(project.dist, name));
        Promise.resolve(content).then(
          body => response.writeHead(200, { 'content-type': name ? 'text/javascript' : 'text/html' }).end(body),
          () => response.writeHead(404).end(),
        );
      }),
    );
    const browser = await launch();
    t.after(() => Promise.all([site.close(), browser.close()]));
    const tab = await browser.newPage();
    await tab.goto(site.url);
    return new AuthPage(tab);
  }

  /** Registers by phone. @param {AuthPage} authPage @param {() => string | Promise<string>} readCode */
  async function registerByPhone(authPage, readCode) {
    await authPage.evaluate(widget => void (widget.mode = 'phone-register'));
    await authPage.type('name', 'Anna');
    await authPage.requestCode(PHONE);
    await authPage.field('code').waitFor();
    await authPage.enterCode(await readCode());
    await authPage.expectSignedIn('Anna');
  }

  test(
    'the page signs in by phone, with the key and under the address of the project',
    { skip: noBrowser },
    async t => {
      const authPage = await openPage(t, stand.url);
      const modes = await authPage.evaluate(widget => widget.modes);
      assert.deepEqual(String(modes).split(/[ ,]/), ['phone-login', 'phone-register', 'login']);
      await registerByPhone(authPage, () => CODE);
      assert.equal(await authPage.token(), 'access-1');
      const sent = stand.calls.find(({ name }) => name === 'POST /auth/v1/otp');
      assert.deepEqual(sent?.body, { phone: PHONE, create_user: true, data: { display_name: 'Anna' } });
      const keys = await authPage.evaluate(() => Object.keys(localStorage));
      assert.ok(
        keys.some(key => key.includes(`${stand.url}/auth/v1`)),
        keys.join(),
      );
    },
  );

  test('supabase-js calls with the token of the widget, and has no session of its own', async () => {
    await project.write('supabase.js', page.files().get('supabase.js')?.[0] ?? '');
    const { connectSupabase } = await import(path.join(project.folder, 'supabase.js'));
    /** @type {string | null} */
    let token = 'access-1';
    const supabase = connectSupabase({ getToken: () => Promise.resolve(token) }, stand.url, PROJECT_KEY);
    const read = async () => {
      const { data, error } = await supabase.from('notes').select();
      assert.deepEqual([data, error], [[], null]);
      return stand.calls.at(-1)?.authorization;
    };
    assert.equal(await read(), 'Bearer access-1');
    token = null;
    assert.equal(await read(), `Bearer ${PROJECT_KEY}`);
    assert.throws(() => supabase.auth.getSession());
  });

  test('the example of `toText` says the rule of a password', async () => {
    const [, code = '', sentence = ''] = /`(code => \(\{ weak_password: '(.+?)' \}\)\[code\])`/.exec(page.text) ?? [];
    assert.ok(code);
    const { default: toText } = await import(`data:text/javascript,export default ${encodeURIComponent(code)}`);
    const { SupabaseBackend } = await project.load('backends/supabase.js');
    const backend = new SupabaseBackend(`${stand.url}/auth/v1/`, { key: PROJECT_KEY, toText });
    await assert.rejects(
      backend.login('anna@site.test', '123', { register: true }),
      (/** @type {any} */ error) => error.code === 'policy' && error.field === 'password' && error.text === sentence,
    );
  });

  test('the table of options has each option of the types, and no other', async () => {
    const types = await readFile(path.join(project.dist, 'types/backends/supabase.d.ts'), 'utf8');
    const [, options = ''] = /interface SupabaseBackendOptions \{(.*?)^\}/ms.exec(types) ?? [];
    const [, table = ''] = /^## Options\n(.*?)^## /ms.exec(page.text) ?? [];
    const namesIn = (/** @type {string} */ text, /** @type {RegExp} */ pattern) =>
      Array.from(text.matchAll(pattern), ([, name]) => name).sort();
    const names = namesIn(table, /^\| `(\w+)`/gm);
    assert.ok(names.length > 5);
    assert.deepEqual(names, namesIn(options, /readonly (\w+)\?:/g));
  });

  describe('with the real server', { skip: noBrowser ?? noServer }, () => {
    const servers = setUpAuthServers({ usual: { GOTRUE_SMS_OTP_EXP: '300' } });

    test('the page registers by phone', async t => {
      const gateway = await startGateway(servers.usual.url);
      t.after(() => gateway.close());
      await registerByPhone(await openPage(t, gateway.url), () => String(servers.usual.codesTo(PHONE).at(-1)));
    });
  });
});
