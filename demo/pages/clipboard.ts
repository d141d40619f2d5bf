import type { Texts } from './texts.js';

/**
 * Copies a text and says so to everybody: on the button, and to screen readers.
 * Where the clipboard is refused, the text is selected in `source`, for the person to copy.
 */
export async function copyText(text: string, source: Node, button: HTMLElement, texts: Texts): Promise<void> {
  let message = texts.copied;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    document.getSelection()?.selectAllChildren(source);
    message = texts.copyFailed;
  }
  document.querySelector('#announcer')!.textContent = message;
  const label = button.textContent;
  button.textContent = message;
  // The old label comes back when the person goes on.
  const restore = (): void => {
    if (button.textContent === message) button.textContent = label;
  };
  button.addEventListener('blur', restore, { once: true });
  button.addEventListener('pointerleave', restore, { once: true });
}
