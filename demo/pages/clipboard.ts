import type { Texts } from './texts.js';

/** The keys that copy what is selected, on the device of the reader. */
const copyKeys = (): string => (/^(?:Mac|iP)/.test(navigator.platform) ? '⌘C' : 'Ctrl+C');

/**
 * Copies a text and confirms it on the button and in the page's live region. If the browser refuses access to the
 * clipboard, the content of `source` is selected instead, so that the user can copy it.
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
  const label = button.textContent;
  button.textContent = message;
  const restoreLabel = (): void => {
    if (button.textContent === message) button.textContent = label;
  };
  button.addEventListener('blur', restoreLabel, { once: true });
  button.addEventListener('pointerleave', restoreLabel, { once: true });
}
