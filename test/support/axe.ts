import 'axe-core/axe.js'; // a script: it leaves itself in the window
import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: { run(context: Element, options: RunOptions): Promise<AxeResults> };
  }
}

/**
 * The violations that axe finds in an element, each with its reason. Landmarks of the page around it are not checked; the
 * size of targets (WCAG 2.2) is, which axe leaves out by default.
 */
export async function violationsIn(element: Element): Promise<string[]> {
  const { violations } = await window.axe.run(element, {
    rules: { region: { enabled: false }, 'target-size': { enabled: true } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.failureSummary).join(' ')}`);
}
