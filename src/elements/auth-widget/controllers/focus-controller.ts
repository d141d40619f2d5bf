import type { LitElement, ReactiveController } from 'lit';
import { isFocusAround, selfAndAncestors } from '../../dom.js';

/** The parts of the view that the focus depends on. They are read when an action begins, and after each render until its result is there. */
export interface RenderedView {
  /** The screen and the mode as one string: if either changes, it counts as another screen. */
  readonly screenKey: string;
  readonly isLoading: boolean;
  /** The name of the first field with an error message; undefined if there is none. */
  readonly invalidField: string | undefined;
}

/** An element of the view. A text control has `updateComplete`; a native input and `<code-input>` have `select`. */
type FocusTarget = HTMLElement & Partial<Pick<LitElement, 'updateComplete'> & Pick<HTMLInputElement, 'select'>>;

/**
 * Moves the focus when an action of the person (submit, another mode, back, …) has a result: to the first field or the heading of a new
 * screen, or to the field that was rejected. Otherwise the focus stays, and the button and the error of
 * the whole form, if there is one, are scrolled into view. See
 * docs/behaviour/flow.md#focus. `expectResult` announces such an action.
 * Changes made by the page or another tab are not announced and don't move the focus. Nor is anything focused when the
 * widget appears: only the inputs have `autofocus` (control/text-control.ts).
 */
export class FocusController implements ReactiveController {
  readonly #host: LitElement;
  readonly #readView: () => RenderedView;
  /** The `screenKey` when the action began; undefined if no result is expected. */
  #screenKeyBefore: string | undefined;

  constructor(host: LitElement, readView: () => RenderedView) {
    this.#host = host;
    this.#readView = readView;
    host.addController(this);
  }

  /**
   * Makes the controller move the focus when the result of an action is rendered. Must be called when the action
   * begins.
   */
  expectResult(): void {
    // If another action follows before there is a result, the screen of the first action counts.
    this.#screenKeyBefore ??= this.#readView().screenKey;
  }

  hostUpdated(): void {
    if (this.#screenKeyBefore === undefined) return;
    const { screenKey, isLoading, invalidField } = this.#readView();
    // There is no result while an operation is running, because some actions pass through one screen on their way to
    // another.
    if (isLoading) return;
    const hasNewScreen = screenKey !== this.#screenKeyBefore;
    this.#screenKeyBefore = undefined;
    if (!this.#mayTakeFocus()) return;
    if (hasNewScreen) this.#focusScreen();
    else if (invalidField) this.#focusField(invalidField);
    else this.#reveal(this.#find('[part=error]'));
  }

  /** Ends the wait for a result if the host is removed. It takes no focus when it appears again. */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#screenKeyBefore = undefined;
    });
  }

  /**
   * Whether the focus is still in the host or on one of its ancestors. It is on `document.body` if no element has it,
   * and a click on a button in Safari focuses the nearest focusable ancestor instead of the button. If the focus is
   * elsewhere on the page, or on content slotted into the host, the person has moved it there on purpose.
   */
  #mayTakeFocus(): boolean {
    const nodes = selfAndAncestors(this.#host) as (Node & Partial<DocumentOrShadowRoot>)[];
    // The `activeElement` of a shadow root is null while the focus is outside of it. Only documents and shadow
    // roots have one.
    const [focused = this.#host] = nodes.flatMap(node => node.activeElement ?? []);
    return isFocusAround(this.#host, focused);
  }

  #focusScreen(): void {
    // The headings have `tabindex=-1`.
    const target = this.#find('phone-input, code-input, input') ?? this.#find('h2');
    void this.#whenRendered(target).then(() => {
      const isDrawn = (element: HTMLElement) => element.getClientRects().length > 0;
      // In a DOM without layout, such as jsdom, no element has rectangles, not even the host.
      if (target && (isDrawn(target) || !isDrawn(this.#host))) {
        target.focus();
        this.#reveal(target);
        return;
      }
      // If the page slots in its own view, the heading isn't visible and can't be focused.
      const card = this.#find('[part=card]');
      if (!card) return;
      card.tabIndex = -1;
      card.focus();
    });
  }

  #focusField(name: string): void {
    const target = this.#find(`[name=${name}]`);
    void this.#whenRendered(target).then(() => {
      target?.focus();
      // The rejected value of a native input is selected, so that typing replaces it. A phone number isn't selected. A code field
      // selects a rejected code by itself when it gets the focus, and leaves the caret after what was typed ahead.
      if (name !== 'code') target?.select?.();
      this.#reveal(target);
    });
  }

  /**
   * Scrolls the form's button into view and then the target, which wins if a virtual keyboard leaves no room for both.
   */
  #reveal(target: FocusTarget | null): void {
    for (const element of [this.#find('[type=submit]'), target]) {
      // jsdom has no layout and no `scrollIntoView`.
      (element as Partial<HTMLElement> | null)?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' });
    }
  }

  #find(selector: string): FocusTarget | null {
    return this.#host.renderRoot.querySelector<FocusTarget>(selector);
  }

  /** Waits until a newly created custom element has rendered its input, because it has nothing to focus before that. */
  async #whenRendered(element: FocusTarget | null): Promise<void> {
    await element?.updateComplete;
  }
}
