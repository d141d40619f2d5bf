import { executeServerCommand, sendKeys, sendMouse } from '@web/test-runner-commands';

const agent = navigator.userAgent;

/** The engine that the tests run in. A test checks it if only one engine can be driven to do something. */
export const engine = /Firefox/.test(agent) ? 'firefox' : /Chrom/.test(agent) ? 'chromium' : 'webkit';
export const isChromium = engine === 'chromium';

/** One call of the DevTools protocol. Chromium only. */
export const cdp = <T = unknown>(method: string, params: object = {}): Promise<T> =>
  executeServerCommand<T, { method: string; params: object }>('cdp', { method, params });

/** Emulates media features. Not in WebKitGTK: see test/elements/media-features.test.ts. */
export const media = (
  features: Partial<Record<'colorScheme' | 'reducedMotion' | 'forcedColors' | 'contrast', string>>,
) => executeServerCommand('media', features);

/** Presses many keys, such as `Control+a`, with one call. Only Chromium can: elsewhere they are pressed one by one. */
export async function pressAll(keys: readonly string[]): Promise<void> {
  if (isChromium) await executeServerCommand('keys', [...keys]);
  else await press(...keys);
}

/** Types text key by key, as a keyboard does. */
export const type = (text: string): Promise<void> => sendKeys({ type: text });

/** Presses keys one after another; for `Control+a`, Control is held down. */
export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    const [name = '', ...held] = key.split('+').reverse();
    for (const modifier of held.reverse()) await sendKeys({ down: modifier });
    await sendKeys({ press: name });
    for (const modifier of held) await sendKeys({ up: modifier });
  }
}

/** Holds a key down until its auto-repeat has sent this many `keydown` events. */
export async function hold(key: string, count: number): Promise<void> {
  await sendKeys({ down: key });
  for (let repeats = 1; repeats < count; repeats++) {
    if (engine !== 'webkit') {
      await sendKeys({ down: key });
      continue;
    }
    // WebKitWebDriver sends nothing for a key that is down already.
    let focused = document.activeElement!;
    while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    focused.dispatchEvent(new KeyboardEvent('keydown', { key, repeat: true, bubbles: true, composed: true }));
  }
  await sendKeys({ up: key });
}

/** The place of an element's middle, or of a point in it, for the mouse. */
export function pointIn(element: Element, x = 0.5, y = 0.5): [number, number] {
  const box = element.getBoundingClientRect();
  return [Math.round(box.x + box.width * x), Math.round(box.y + box.height * y)];
}

/** A real click, with the mouse. */
export const click = (element: Element, x?: number, y?: number): Promise<void> =>
  sendMouse({ type: 'click', position: pointIn(element, x, y) });

/** A real double click, with the mouse. */
export const doubleClick = (element: Element): Promise<void> => executeServerCommand('double-click', pointIn(element));

/** A real double tap, with a finger. Chromium only. */
export async function doubleTap(element: Element): Promise<void> {
  const [x, y] = pointIn(element);
  for (let tap = 0; tap < 2; tap++) {
    await cdp('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await cdp('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}

/** Puts a text on the clipboard as a person does: selects it in another field and copies it. */
export async function copy(text: string): Promise<void> {
  const source = document.createElement('textarea');
  source.value = text;
  document.body.append(source);
  source.select();
  await press('Control+c');
  source.remove();
}

/** How long `until` waits: less than the time limit of the runner, which doesn't say what was waited for. */
const MAX_WAIT_MS = 15_000;

/** Waits until the condition holds, which is checked at every frame. */
export async function until(condition: () => unknown): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited in vain: ${String(condition)}`);
    await new Promise(requestAnimationFrame);
  }
}

/** The native input in the shadow root of a control. */
export const inner = (host: Element): HTMLInputElement => host.shadowRoot!.querySelector('input')!;
