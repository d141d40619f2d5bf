import { copyText } from './clipboard.js';
import type { Framework } from './controls.js';
import { createElement } from './dom.js';
import { highlight } from './highlight.js';
import type { Settings } from './settings.js';
import { snippetOf } from './snippets.js';
import type { Texts } from './texts.js';

/** Replaces the content of `root` with the files of a framework for these settings, each with a button that copies it. */
export function renderCode(root: HTMLElement, framework: Framework, settings: Settings, texts: Texts): void {
  root.replaceChildren(
    ...snippetOf(framework, settings).map(({ name, code }) => {
      const shown = createElement('code', '', ...highlight(code));
      const copy = createElement('button', 'button', texts.copy);
      copy.type = 'button';
      copy.setAttribute('aria-label', `${texts.copy} ${name}`);
      copy.addEventListener('click', () => void copyText(code, shown, copy, texts));
      const title = createElement('h3', 'code-name', name);
      const text = createElement('pre', 'code', shown);
      text.tabIndex = 0;
      text.role = 'region';
      text.setAttribute('aria-label', name);
      return createElement('div', 'code-file', createElement('div', 'code-head', title, copy), text);
    }),
  );
}
