import 'axe-core/axe.js'; // a script: it leaves itself in the window
import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: { run(context: Element, options: RunOptions): Promise<AxeResults> };
  }
}

const describe = (results: AxeResults['violations']): string[] =>
  results.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.failureSummary).join(' ')}`);

/** For `violationsIn`: leaves out the rules about colours. */
export const WITHOUT_COLOURS: NonNullable<RunOptions['rules']> = {
  'color-contrast': { enabled: false },
  'link-in-text-block': { enabled: false },
};

/**
 * Returns the violations that axe finds in an element, each with its reason. Landmarks of the page are not checked, but the
 * size of targets (WCAG 2.2) is, although axe leaves it out by default.
 */
export async function violationsIn(element: Element, rules: RunOptions['rules'] = {}): Promise<string[]> {
  const { violations } = await window.axe.run(element, {
    rules: { region: { enabled: false }, 'target-size': { enabled: true }, ...rules },
  });
  return describe(violations);
}

/** Whether a target is the input of `<code-input>`, whose text is transparent because the cells below show it. */
const isDrawnAsCells = (target: unknown): boolean => /code-input.*#input/.test(JSON.stringify(target));

/**
 * Whether a target is the sentence above the code, next to the button that changes the number. The area of the button is
 * higher than its line and transparent, so it overlaps the line above if the button is on a line of its own.
 */
const isNextToChange = (target: unknown): boolean => /code-input.*#about/.test(JSON.stringify(target));

/** Returns what axe finds wrong in colours and the size of targets, which depend on the theme, and what it cannot decide. */
export async function themeViolationsIn(element: Element): Promise<string[]> {
  const values = [...Object.keys(WITHOUT_COLOURS), 'target-size'];
  const { violations, incomplete, passes } = await window.axe.run(element, { runOnly: { type: 'rule', values } });
  const applied = passes.map(({ id }) => id);
  const idle = ['color-contrast', 'target-size'].filter(id => !applied.includes(id));
  const unknown = incomplete.map(result => ({
    ...result,
    nodes: result.nodes.filter(({ target }) => !isDrawnAsCells(target) && !isNextToChange(target)),
  }));
  const untold = unknown.filter(({ nodes }) => nodes.length > 0);
  return [...describe(violations), ...describe(untold), ...idle.map(id => `${id}: there was nothing to look at`)];
}
