// The app of examples/angular under a strict content security policy: guard, interceptor, and mistakes that don't compile.
import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import '../../scripts/suites/typescript.mjs';
import { setUpApp } from './support/app-test.mjs';
import { run } from './support/run.mjs';

const { readSettings } = await import('../../demo/pages/settings.js');
const { snippetOf } = await import('../../demo/pages/snippets.js');

const appTest = setUpApp('angular', {
  path: '/sign-in',
  files: 'dist/app/browser',
  headers: {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'self'; require-trusted-types-for 'script'; trusted-types angular angular#bundler lit-html",
  },
});

/** @param {import('playwright-core').Page} page */
const pathOf = page => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/**
 * Answers calls to the app's own API, and records the `Authorization` header of each.
 * @param {import('playwright-core').Page} page
 */
async function answerMessages(page) {
  /** @type {(string | undefined)[]} */
  const authorizations = [];
  await page.route('**/api/messages', async route => {
    authorizations.push(route.request().headers().authorization);
    await route.fulfill({ json: ['First message'] });
  });
  return authorizations;
}

/**
 * Runs a module in Node that imports the app's sources, and parses the JSON that it prints.
 * @param {import('./support/install.mjs').App} app
 * @param {string} contents
 */
async function runInNode(app, contents) {
  const outfile = path.join(app.folder, 'test-in-node.mjs');
  try {
    await build({
      stdin: { contents, resolveDir: app.folder, loader: 'ts' },
      tsconfig: path.join(app.folder, 'tsconfig.json'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
    });
    return JSON.parse(await run(app.node, [outfile], { cwd: app.folder }));
  } finally {
    await rm(outfile, { force: true });
  }
}

appTest('a guarded route: to the sign-in, back, through a reload, and away when the session ends', async context => {
  const first = await context.openTab('/account?page=2');
  const authorizations = await answerMessages(first.page);
  await first.expectSignedOut();
  assert.equal(pathOf(first.page), '/sign-in?return=%2Faccount%3Fpage%3D2');
  await first.signIn();
  await first.page.getByText('First message').waitFor();
  assert.equal(pathOf(first.page), '/account?page=2');

  await first.page.reload();
  await first.page.getByText('First message').waitFor();
  assert.equal(pathOf(first.page), '/account?page=2');

  // Expired according to the device's clock: the guard waits for the server's answer.
  await first.page.evaluate(() => {
    for (const [key, json] of Object.entries(localStorage)) {
      if (key.startsWith('auth-widget:session:'))
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(json), obtainedAt: 0 }));
    }
  });
  /** @type {string[]} */
  const visited = [];
  first.page.on('framenavigated', () => visited.push(pathOf(first.page)));
  await first.page.reload();
  await first.page.getByText('First message').waitFor();
  assert.deepEqual(new Set(visited), new Set(['/account?page=2']));

  const second = await context.openTab();
  await second.expectSignedIn();
  assert.equal(authorizations.length, 3);
  assert.equal(authorizations.at(-1), `Bearer ${await second.authPage.token()}`);
  for (const authorization of authorizations) assert.match(authorization ?? '', /^Bearer [\w-]{20,}$/);
  await second.authPage.signOut();
  await first.expectSignedOut();
  assert.equal(pathOf(first.page), '/sign-in?return=%2Faccount%3Fpage%3D2');
});

appTest('a return path that leads to another site is not followed', async ({ openTab }) => {
  const tab = await openTab('/sign-in');
  await tab.signIn();
  await tab.expectSignedIn();
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'https://evil.example',
    'javascript:1',
  ]) {
    await tab.page.goto(`/sign-in?return=${encodeURIComponent(evil)}`);
    await tab.page.getByRole('heading', { name: 'Home' }).waitFor();
    assert.equal(pathOf(tab.page), '/');
  }
});

appTest('the interceptor gives the token only to the app’s own API', async ({ app }) => {
  const own = ['/api/messages', 'api/messages?x=1', 'https://app.example/api/a/b', '/api/../api/messages', '/api'];
  const others = [
    '/', // the app itself
    '/v1/session',
    '/apis/messages',
    '/api/../other',
    '/api/%2e%2e/other',
    'https://evil.example/api/messages',
    'https://app.example.evil.example/api/messages',
    'https://app.example@evil.example/api/messages',
    'http://app.example/api/messages',
    'https://app.example:8443/api/messages',
    '//evil.example/api/messages',
    '/\\evil.example/api/messages',
  ];
  // In Node, with a service that has a token, because a page couldn't call the other sites.
  const contents = `
    import '@angular/compiler';
    import { HttpRequest } from '@angular/common/http';
    import { DOCUMENT, Injector, runInInjectionContext } from '@angular/core';
    import { lastValueFrom, of } from 'rxjs';
    import { authInterceptor } from './src/app/auth/auth-interceptor';
    import { AUTH_OPTIONS } from './src/app/auth/auth-options';
    import { AuthService } from './src/app/auth/auth-service';

    const authorizationOf = (token, url, headers) => {
      const injector = Injector.create({ providers: [
        { provide: DOCUMENT, useValue: { baseURI: 'https://app.example/' } },
        { provide: AUTH_OPTIONS, useValue: { baseUrl: '/', apiUrl: '/api/' } },
        { provide: AuthService, useValue: { getToken: () => Promise.resolve(token) } },
      ] });
      let request = new HttpRequest('GET', url);
      if (headers) request = request.clone({ setHeaders: headers });
      const next = sent => of(sent.headers.get('Authorization'));
      return lastValueFrom(runInInjectionContext(injector, () => authInterceptor(request, next)));
    };
    const urls = ${JSON.stringify([...own, ...others])};
    const withToken = await Promise.all(urls.map(url => authorizationOf('t1', url)));
    const withoutToken = await authorizationOf(null, '/api/messages');
    const withOwnHeader = await authorizationOf('t1', '/api/messages', { Authorization: 'Basic eDp5' });
    console.log(JSON.stringify({ withToken, withoutToken, withOwnHeader }));`;
  assert.deepEqual(await runInNode(app, contents), {
    withToken: [...own.map(() => 'Bearer t1'), ...others.map(() => null)],
    withoutToken: null,
    withOwnHeader: 'Basic eDp5',
  });
});

appTest('a server does not know who is signed in', async ({ app }) => {
  const contents = `
    import '@angular/compiler';
    import { DestroyRef, Injector, PLATFORM_ID, runInInjectionContext } from '@angular/core';
    import { Router } from '@angular/router';
    import { authGuard } from './src/app/auth/auth-guard';
    import { AUTH_OPTIONS } from './src/app/auth/auth-options';
    import { AuthService } from './src/app/auth/auth-service';

    const injector = Injector.create({ providers: [
      { provide: PLATFORM_ID, useValue: 'server' },
      { provide: AUTH_OPTIONS, useValue: { baseUrl: '/', apiUrl: '/api/' } },
      { provide: Router, useValue: { createUrlTree: () => 'redirect' } },
      { provide: AuthService },
    ] });
    const auth = injector.get(AuthService);
    const guard = await runInInjectionContext(injector, () => authGuard({}, { url: '/messages' }));
    const { isRestoring, isSignedIn, displayName } = auth;
    const token = await auth.getToken();
    await auth.signOut();
    console.log(JSON.stringify([isRestoring(), isSignedIn(), displayName(), guard, token]));`;
  assert.deepEqual(await runInNode(app, contents), [true, false, null, true, null]);
});

/** What the playground shows for Angular, with few settings and with many. */
const SNIPPETS = [
  '?lang=en',
  '?lang=de&mode=login&modes=login+register&countries=ru+kz&terms-href=/terms&no-auto-login=on&theme=dark&backend=supabase&store=tab&challenge=on&text.signIn=Go',
  '?lang=ar&backend=kratos&client=on&challenge=on&base-url=https://id.example',
].map(search => snippetOf('angular', readSettings(search, 'en'))[0]?.code ?? '');

appTest('the code of the playground compiles, and mistakes do not', async ({ app }) => {
  const wrong = [
    ['<auth-widget mode="phone" />', `Type '"phone"' is not assignable to type`],
    ['<auth-widget theme="blue" />', `Type '"blue"' is not assignable to type`],
    ['<auth-widget [baseUrl]="\'/\'" />', `Can't bind to 'baseUrl' since it isn't a known property of 'auth-widget'`],
    [
      '<auth-widget (auth-signed-in)="take($event.phone)" />',
      `Property 'phone' does not exist on type 'AuthSignedInEvent'`,
    ],
    ['<auth-widget (auth-sigend-in)="take($event.userId)" />', `Property 'userId' does not exist on type 'Event'`],
    ['<auth-wigdet />', `'auth-wigdet' is not a known element`],
  ];
  const right = '<auth-widget mode="login" theme="dark" lang="ru" (auth-signed-in)="take($event.userId)" />';
  const file = path.join(app.folder, 'src/wrong-use.ts');
  const component = (/** @type {string} */ template, /** @type {number} */ index) => `
@Component({ selector: 'app-wrong-${index}', imports: [AuthWidget], template: ${JSON.stringify(template)} })
export class Wrong${index} { protected take(text: string): void { console.log(text); } }`;
  const write = (/** @type {string[]} */ templates) =>
    writeFile(
      file,
      `import { Component } from '@angular/core';
import { AuthWidget } from './app/auth/auth-widget';
${templates.map(component).join('')}`,
    );
  const snippets = SNIPPETS.map((_, index) => path.join(app.folder, `src/playground-${index}.ts`));
  try {
    await write([right]);
    for (const [index, snippet] of snippets.entries()) await writeFile(snippet, SNIPPETS[index] ?? '');
    await app.runScript('check');
    await write(wrong.map(([template = '']) => template));
    await assert.rejects(app.runScript('check'), error => {
      const output = /** @type {Error} */ (error).message;
      for (const [template, message = ''] of wrong) assert.ok(output.includes(message), `${template}: ${output}`);
      assert.equal(output.match(/error\S* (?:TS|NG)\d+: /g)?.length, wrong.length, output);
      return true;
    });
  } finally {
    for (const written of [file, ...snippets]) await rm(written, { force: true });
  }
});
