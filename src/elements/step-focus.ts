import type { LitElement, ReactiveController } from 'lit';
import { selfAndAncestors } from './ancestors.js';

/** What the focus depends on, read after each rendering. */
export interface RenderedStep {
  /** Identifies the screen: another string is another screen. */
  readonly screen: string;
  readonly isLoading: boolean;
  /** Name of the field whose value was rejected. */
  readonly invalidField: string | undefined;
}

/**
 * Moves the focus when a step that the user caused inside the host is over: to the first field of a new screen, or to
 * the field that was rejected: docs/behaviour/flow.md#focus. A step that a page or another tab causes moves nothing.
 */
export class StepFocusController implements ReactiveController {
  readonly #host: LitElement;
  readonly #readStep: () => RenderedStep;
  /** The screen on which the step began; undefined while there is none to follow. */
  #screenBefore: string | undefined;

  constructor(host: LitElement, readStep: () => RenderedStep) {
    this.#host = host;
    this.#readStep = readStep;
    host.addController(this);
  }

  /** The user has caused a step: the focus follows it when the host has rendered its outcome. */
  follow(): void {
    this.#screenBefore ??= this.#readStep().screen;
  }

  hostUpdated(): void {
    if (this.#screenBefore === undefined) return;
    const { screen, isLoading, invalidField } = this.#readStep();
    // The outcome is known when nothing runs any more: some steps pass through a screen on their way to another.
    if (isLoading) return;
    const hasNewScreen = screen !== this.#screenBefore;
    this.#screenBefore = undefined;
    if (!this.#mayTakeFocus()) return;
    if (hasNewScreen) this.#focusScreen();
    else if (invalidField) this.#focusField(invalidField);
  }

  /**
   * Whether the focus is still in the host, or on one of its ancestors: a click on a button in Safari focuses the
   * nearest focusable ancestor instead of the button. Elsewhere on the page, and on what the page has slotted into the
   * host, the user has put it on purpose.
   */
  #mayTakeFocus(): boolean {
    const { activeElement } = this.#host.getRootNode() as Document | ShadowRoot;
    return selfAndAncestors(this.#host).includes((activeElement ?? this.#host.ownerDocument.activeElement)!);
  }

  #focusScreen(): void {
    const target = this.#find('phone-input, code-input, input') ?? this.#find('h2');
    void this.#rendered(target).then(() => {
      if (target?.getClientRects().length) return target.focus();
      // A slotted view of the page takes the place of the heading, which is not drawn then and cannot be focused.
      const card = this.#find('[part=card]');
      if (!card) return;
      card.tabIndex = -1;
      card.focus();
    });
  }

  #focusField(name: string): void {
    const target = this.#find(`[name=${name}]`);
    void this.#rendered(target).then(() => {
      target?.focus();
      // Select the rejected value, so that typing replaces it.
      if (target && 'select' in target) (target as unknown as HTMLInputElement).select();
    });
  }

  #find(selector: string): LitElement | null {
    return this.#host.renderRoot.querySelector<LitElement>(selector);
  }

  /** A custom element that was just created renders its input later: until then there is nothing to focus in it. */
  async #rendered(element: LitElement | null): Promise<void> {
    await element?.updateComplete;
  }
}
