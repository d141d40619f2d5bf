import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { cspSources, renderFirstScreen, servedScript, styles } from '../../src/html/first-screen.js';
import { examplesOf, installExamples, typeErrorsIn } from '../support/docs.js';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the hashes are those of the inline styles and of the inline script', async () => {
  const { html } = renderFirstScreen();
  const hashesOf = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, content]) => sha(content!)).join(' ');
  assert.deepEqual(await cspSources(), {
    styleSrc: hashesOf(/<style>(.*?)<\/style>/gs),
    scriptSrc: hashesOf(/<script data-mode="phone-login">(.*?)<\/script>/gs),
  });
});

test('with addresses, styles and script are linked', () => {
  const { html } = renderFirstScreen({ styleSheets: { widget: '/w.css', phoneInput: '/p.css' }, scriptSrc: '/s.js' });
  assert.ok(!html.includes(styles.widget) && !html.includes(servedScript));
  assert.deepEqual(
    [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address),
    ['/w.css', '/p.css', '/s.js'],
  );
});

test('the policy has the origins of what is linked, and hashes of what is inline', async () => {
  const own = { widget: '/w.css', phoneInput: 'p.css' };
  const foreign = { widget: 'https://cdn.example/w.css', phoneInput: '//cdn.example/p.css' };
  assert.deepEqual(await cspSources({ styleSheets: own }), { styleSrc: "'self'", scriptSrc: sha(servedScript) });
  const { styleSrc, scriptSrc } = await cspSources({ styleSheets: foreign, scriptSrc: '/s.js' });
  assert.deepEqual([styleSrc, scriptSrc], ['https://cdn.example', "'self'"]);
});

test('the script is told the mode of the form', () => {
  for (const [options, mode] of [
    [{}, 'phone-login'],
    [{ modes: 'login register' }, 'login'],
    [{ modes: 'login register', mode: 'register', scriptSrc: '/s.js' }, 'register'],
  ] as const)
    assert.ok(renderFirstScreen(options).script.startsWith(`<script data-mode="${mode}"`));
});

test('texts and attributes of the page are escaped', () => {
  const texts = { signInTitle: '<b>&"' };
  const { html } = renderFirstScreen({ texts, attributes: { id: '"><script>' } });
  assert.match(html, /<data>&lt;b&gt;&amp;&quot;<\/data>/);
  assert.match(html, /^<auth-widget id="&quot;&gt;&lt;script&gt;">/);
});

test('an attribute `lang` of the tag is the language of its texts, as in the page', () => {
  const english = renderFirstScreen({ lang: 'en' }).html;
  const { html } = renderFirstScreen({ lang: 'en', attributes: { lang: 'ru' } });
  const titleOf = (text: string) => /<data>(.*?)<\/data>/.exec(text)![1];
  assert.equal(titleOf(html), titleOf(renderFirstScreen({ lang: 'ru' }).html));
  assert.notEqual(titleOf(html), titleOf(english));
  assert.match(html, /^<auth-widget lang="ru">.*<form[^>]* lang="ru"/s);
  assert.equal(renderFirstScreen({ lang: 'ru', attributes: { lang: 'en' } }).html.includes('Номер'), false);
});

test('the served form submits nothing by itself', () => {
  for (const mode of ['phone-login', 'phone-register', 'login', 'register'] as const) {
    const { html } = renderFirstScreen({ mode });
    assert.doesNotMatch(html, /type="submit"/);
    assert.match(html, /<form[^>]* method="dialog"/);
  }
});

test('with countries, the first screen has no list, and no placeholder of another country', () => {
  const fieldOf = (attributes?: Record<string, string>) =>
    /<phone-input[^]*?<input([^>]*)>/.exec(renderFirstScreen({ attributes }).html)![1]!;
  assert.match(fieldOf(), /placeholder="\+7 \(000\) 000-00-00"/);
  for (const countries of ['by', 'ru kz by', 'all']) {
    const { html } = renderFirstScreen({ attributes: { countries } });
    assert.ok(html.startsWith(`<auth-widget countries="${countries}"`), countries);
    assert.doesNotMatch(html, /<select/);
    assert.doesNotMatch(fieldOf({ countries }), /placeholder="\+/);
  }
});

test('the script is small', () => assert.ok(servedScript.length <= 800, String(servedScript.length)));

test('first-screen.md: its example compiles and runs', async t => {
  assert.deepEqual([...(await examplesOf('first-screen.md')).keys()], ['sign-in.ts']);
  assert.deepEqual(await typeErrorsIn('first-screen.md'), []);
  const example = await installExamples(t, 'first-screen.md');
  const { signInPage } = await example<{ signInPage(lang: string): Promise<{ html: string; policy: string }> }>(
    'sign-in.ts',
  );
  const { html, policy } = await signInPage('ru');
  assert.match(html, /<auth-widget mode="phone-login" base-url="\/"><template shadowrootmode="open">/);
  assert.match(html, /<data>Получить код<\/data>/);
  assert.match(policy, /^style-src 'sha256-\S+' 'sha256-\S+'; script-src 'self' 'sha256-\S+'$/);
});

test('an address with another scheme than http and https is no link', () => {
  const link = { recoverHref: 'javascript:alert(1)', termsHref: 'java\tscript:alert(1)', privacyHref: '/privacy' };
  const { html } = renderFirstScreen({ mode: 'login', ...link });
  assert.ok(!/<a [^>]*script:alert/.test(html));
  assert.ok(html.includes('href="/privacy"'));
});

test('the address of the help, which a later screen shows, is an attribute of the tag', () => {
  assert.deepEqual(renderFirstScreen({ helpHref: '/help' }).attributes, { 'help-href': '/help' });
});
