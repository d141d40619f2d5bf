// The accessibility checker axe-core, run in a page.
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @typedef {Window & { axe: typeof import('axe-core') }} PageWithAxe */

/**
 * Runs axe on a page, shadow roots included. Returns one text for each element that violates a rule.
 * @param {import('playwright-core').Page} page
 */
export async function findAxeViolations(page) {
  // Axe reads colours as they are at that moment, even while an element fades in, so animations have to end first.
  await page.evaluate(() => {
    const ends = ({ effect }) => effect?.getComputedTiming().iterations === 1;
    return Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    );
  });
  await page.evaluate(source); // the CSP of the page allows no inline script element
  /** @type {import('axe-core').AxeResults} */
  const { violations } = await page.evaluate(() =>
    /** @type {PageWithAxe} */ (/** @type {unknown} */ (window)).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')} ${failureSummary}`),
  );
}
