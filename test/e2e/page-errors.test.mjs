// Every test of the demo checks its pages for errors (support/page-errors.mjs). This test checks that check. Chromium.
import assert from 'node:assert/strict';
import { setUpDemoTests } from './support/demo-test.mjs';

const demoTest = setUpDemoTests();

demoTest(
  'violations of the CSP, console messages and uncaught errors are collected',
  async ({ page, takePageErrors }) => {
    const consoleMessage = page.waitForEvent('console', message => message.text().includes('style-src'));
    await page.evaluate(() => {
      document.body.setAttribute('style', 'color: red');
      setTimeout(() => {
        document.body.innerHTML = '<p>';
      });
    });
    await consoleMessage;
    await page.waitForFunction(() => window.violationCount === 2);
    const errors = takePageErrors();
    assert.ok(errors.some(error => error.startsWith('CSP: style-src')));
    assert.ok(errors.some(error => error.startsWith('CSP: require-trusted-types-for')));
    assert.ok(errors.some(error => error.startsWith('console:')));
    assert.ok(errors.some(error => error.startsWith('uncaught: TypeError')));
  },
);
