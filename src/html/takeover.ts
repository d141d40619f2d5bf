// A page with HTML of `auth-widget/html` loads this module before the elements, or in the same bundle. The elements then continue with what
// was served.
import type { LitElement, TemplateResult } from 'lit';
import type { AuthClient } from '../client/auth-client.js';
import type { TakeOver } from '../elements/adopted-styles.js';
import { nextTask } from '../elements/own-tasks.js';
import { takeOverParts } from './take-over-parts.js';

/**
 * What the script in the served HTML sets on the tag (`heldClicks`) and on a native input (`isComposing`): src/html/served-script.ts. Without
 * that script, because a policy blocks it or a server renders the elements with `@lit-labs/ssr`, both are missing.
 */
interface Served {
  /** The buttons that a person has clicked. Enter in a field counts as a click on the button that submits the form. */
  heldClicks?: HTMLElement[] | undefined;
  /** Whether an input method is composing in the input. */
  isComposing?: boolean;
}

/** An element that is taken over. `scheduleUpdate` is replaced until its first update, `render` until the served content is taken over. */
interface Host extends Omit<LitElement, 'render'>, Served {
  scheduleUpdate(): unknown;
  render(): TemplateResult;
  /** The value of a text control. */
  value?: string;
  /** The client of a widget. */
  readonly client?: AuthClient;
}

const countCharacters = (text: string): number => text.replace(/[\W_]/g, '').length;

/** Returns the last offset in a text that has this many ASCII digits and letters after it; 0 if the text has fewer. */
function offsetBefore(text: string, count: number): number {
  let offset = text.length;
  while (offset > 0 && countCharacters(text.slice(offset)) < count) offset--;
  return offset;
}

/**
 * Remembers the selection in an input whose text is about to be formatted.
 * @returns a function that selects the same characters in the formatted text
 */
function keepSelection(input: HTMLInputElement): () => void {
  const { value, selectionDirection } = input;
  const after = (offset: number | null) => countCharacters(value.slice(offset ?? 0));
  const start = after(input.selectionStart);
  const end = after(input.selectionEnd);
  return () =>
    input.setSelectionRange(
      offsetBefore(input.value, start),
      offsetBefore(input.value, end),
      selectionDirection ?? 'none',
    );
}

/**
 * Resolves when the composition in an input has ended, or the input loses the focus. In Chromium a composition ends without
 * `compositionend` when autofill replaces its text.
 */
const compositionEnd = (input: HTMLInputElement & Served): Promise<void> =>
  new Promise(resolve => {
    const end = () => {
      input.isComposing = false;
      resolve();
    };
    for (const type of ['compositionend', 'blur']) input.addEventListener(type, end, { once: true });
  });

/**
 * Lets a text control continue with the text in its served input. The first update waits for the end of a composition, because formatting the
 * text would break it off. The update has a task of its own: the element is upgraded in the task that also runs the modules.
 */
function keepText(host: Host, input: HTMLInputElement & Served): void {
  host.scheduleUpdate = async () => {
    await nextTask();
    if (input.isComposing) await compositionEnd(input);
    Reflect.deleteProperty(host, 'scheduleUpdate');
    const select = keepSelection(input);
    if (input.value) host.value = input.value;
    void host.updateComplete.then(() => input.matches(':focus') && select());
    return host.scheduleUpdate();
  };
}

/** Tells the form what was typed. */
const notifyForm = (input: Element): boolean => input.dispatchEvent(new Event('input', { bubbles: true }));

/** Says which form the widget shows. A click may change it, and Lit may use the button of one form in another. */
const screenOf = ({ client }: Host): string => `${client?.flow.screen} ${client?.flow.mode}`;

/** Tells the form what was typed, and clicks the buttons that were clicked before, up to the first click that changes the form. */
async function repeatActions(host: Host): Promise<void> {
  await host.updateComplete;
  for (const input of host.renderRoot.querySelectorAll('input')) if (input.value) notifyForm(input);
  await host.renderRoot.querySelector<LitElement>('phone-input')?.updateComplete;
  const { heldClicks = [] } = host;
  host.heldClicks = undefined;
  const screen = screenOf(host);
  for (const button of heldClicks) {
    if (!button.isConnected || screenOf(host) !== screen) return;
    button.click();
    await host.updateComplete;
  }
}

/** Returns the native input of a field: the field itself, or for a text control the input in its shadow root. */
const nativeInput = (field: Element): HTMLInputElement | null =>
  field instanceof HTMLInputElement ? field : (field.shadowRoot?.querySelector('input') ?? null);

/**
 * Remembers what was typed into the fields of a form that is about to be replaced, and which one has the focus.
 * @returns a function that, after the update, fills it into the fields of the same names and moves the focus there
 */
function keepValues(host: Host, root: ShadowRoot): () => Promise<void> {
  const kept = [...root.querySelectorAll('[name]')].map(field => ({
    name: field.getAttribute('name')!,
    text: nativeInput(field)?.value,
    isFocused: field.matches(':focus'),
  }));
  return async () => {
    await host.updateComplete;
    for (const { name, text, isFocused } of kept) {
      const field = root.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
      if (!field) continue;
      if (text) {
        field.value = text;
        notifyForm(field);
      }
      if (isFocused) field.focus();
    }
  };
}

/** Lit's `noChange`: an update with it renders nothing. */
const NO_CHANGE = Symbol.for('lit-noChange') as unknown as TemplateResult;

const takeOver: TakeOver = (element, root, litRender) => {
  const host = element as unknown as Host;
  const input = root.querySelector('input');
  if (input && 'value' in host) keepText(host, input);
  host.render = () => {
    // A server may be asked who is signed in, which takes its time. The served form is used until then, unless the script
    // after the tag has left it hidden and removed its status.
    if (host.client?.flow.screen === 'restoring' && root.querySelector('[role=status]')) return NO_CHANGE;
    Reflect.deleteProperty(host, 'render');
    const result = host.render();
    try {
      takeOverParts(root, result, host.renderOptions, litRender);
      for (const style of root.querySelectorAll('style, link')) style.remove();
      for (const name of ['method', 'inert']) root.querySelector('form')?.removeAttribute(name);
      void repeatActions(host);
    } catch {
      // Another screen is due, or the page was served for another mode or by another version. Lit renders anew.
      void keepValues(host, root)();
      host.heldClicks = undefined;
      root.replaceChildren();
      Reflect.deleteProperty(root, '_$litPart$');
    }
    return result;
  };
};

Reflect.set(globalThis, Symbol.for('auth-widget:take-over'), takeOver);
