import type { Texts } from './texts.js';

/** Returns the keys that copy what is selected, on the device of the person. */
const copyKeys = (): string => (/^(?:Mac|iP)/.test(navigator.platform) ? '⌘C' : 'Ctrl+C');

/** For each button that shows a message, the function that restores its label. */
const restoreLabels = new WeakMap<HTMLElement, () => void>();

/**
 * Copies a text and confirms it on the button and in the page's live region. If the browser refuses access to the
 * clipboard, the content of `source` is selected instead, and the message names the keys that copy it. The button gets its label back
 * when the pointer or the focus leaves the button, unless the page has given it another text by then.
 */
export async function copyText(text: string, source: Node, button: HTMLElement, texts: Texts): Promise<void> {
  let message = texts.copied;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    document.getSelection()?.selectAllChildren(source);
    message = texts.copyFailed.replace('{keys}', copyKeys());
  }
  document.querySelector('#announcer')!.textContent = message;
  restoreLabels.get(button)?.();
  const label = button.textContent;
  button.textContent = message;
  const listeners = new AbortController();
  const restoreLabel = (): void => {
    listeners.abort();
    restoreLabels.delete(button);
    if (button.textContent === message) button.textContent = label;
  };
  restoreLabels.set(button, restoreLabel);
  button.addEventListener('blur', restoreLabel, listeners);
  button.addEventListener('pointerleave', restoreLabel, listeners);
}
