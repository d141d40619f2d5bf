// docs/backends/kratos.md in an empty project: its configuration in a real Ory Kratos, and its page in Chromium.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { register } from 'tsx/esm/api';
import { findEngine } from '../../scripts/engines/find-engines.mjs';
import { AuthPage } from '../e2e/support/auth-page.mjs';
import { launch } from '../e2e/support/browser.mjs';
import { createProject, readPage } from './support/project.mjs';
import { serveSite } from './support/site.mjs';

register();
const { NUMBER_SUFFIX, setUpKratos, skipReason } = await import('../backends/kratos/kratos-server.js');

const PHONE = '79165550001';
const skip = skipReason ?? (findEngine('chromium') ? undefined : 'Chromium not found');

describe('docs/backends/kratos.md', { skip }, () => {
  /** @type {Awaited<ReturnType<typeof createProject>>} */
  let project;
  /** @type {Awaited<ReturnType<typeof serveSite>>} */
  let site;
  /** @type {import('playwright-core').Browser} */
  let browser;

  before(async () => {
    const files = (await readPage('kratos')).files();
    project = await createProject();
    for (const [name, [text = '']] of files) await project.write(name, text);
    site = await serveSite({
      dist: project.dist,
      attributes: 'lang="en" mode="phone-register"',
      readScript: name =>
        files
          .get(name)?.[0]
          ?.replace('https://id.example.com', server.url)
          // What the page says about releases up to 1.3.
          .replace(
            'KratosBackend(url)',
            NUMBER_SUFFIX ? `KratosBackend(url, { toPhoneNumber: phone => '+' + phone + '${NUMBER_SUFFIX}' })` : '$&',
          ),
    });
    browser = await launch();
  });
  const server = setUpKratos(
    () => [site.url],
    () => project.folder,
  );
  after(() => Promise.all([site.close(), browser.close(), project.remove()]));

  test('a registration by phone, a reload, and a sign-in with the same number', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/?script=page.js`);
    const authPage = new AuthPage(page);
    await authPage.type('name', 'Anna');
    await authPage.requestCode(PHONE);
    await authPage.field('code').waitFor();
    await authPage.enterCode(await server.readCode(PHONE));
    await authPage.expectSignedIn('Anna');
    assert.equal(await authPage.token(), null);
    await page.reload();
    await authPage.expectSignedIn('Anna');
    await authPage.signOut();
    await authPage.evaluate(widget => void (widget.mode = 'phone-login'));
    await authPage.requestCode(PHONE);
    await authPage.field('code').waitFor();
    await authPage.enterCode(await server.readCode(PHONE));
    await authPage.expectSignedIn('Anna');
  });
});
