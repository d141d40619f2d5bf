// The demo pages phone-input.html and code-input.html, which show each state of their element under its own heading.
import assert from 'node:assert/strict';

/** @typedef {'phone-input' | 'code-input'} InputTag */

/** Playwright's context options for each appearance of the page. */
export const APPEARANCES = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced colours': { forcedColors: 'active' },
};

/** Number of states on each page. */
const STATE_COUNT = 9;

/** @param {InputTag} tag */
export const pathOf = tag => `/${tag}.html?lang=en&theme=auto`;

/**
 * Waits until the page is rendered, with its fonts.
 * @param {import('playwright-core').Page} page
 */
export async function waitForRendering(page) {
  await page.locator('output', { hasText: 'valid' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
}

/**
 * The states on the page: the heading of each, its article, and the element in it.
 * @param {import('playwright-core').Page} page
 * @param {InputTag} tag
 */
export async function findStates(page, tag) {
  const states = [];
  for (const article of await page.locator('.state').all()) {
    const name = await article.locator('h2').first().innerText();
    states.push({ name, article, host: article.locator(tag) });
  }
  assert.equal(states.length, STATE_COUNT);
  return states;
}

/**
 * The element in the state with this heading.
 * @param {import('playwright-core').Page} page
 * @param {InputTag} tag
 * @param {string} name
 */
export const stateOf = (page, tag, name) =>
  page.locator('.state', { has: page.getByRole('heading', { name, exact: true }) }).locator(tag);
