import type { LitElement, ReactiveController } from 'lit';
import { selfAndAncestors } from '../../dom.js';

/** What the focus depends on, read when the host has rendered. */
export interface RenderedView {
  /** Screen and mode in one string: a change of either is another screen. */
  readonly screenKey: string;
  readonly isLoading: boolean;
  /** Name of the field whose value was rejected. */
  readonly invalidField: string | undefined;
}

/** A field of the widget's own, a native input, a heading or the card. */
type FocusTarget = HTMLElement & Partial<Pick<LitElement, 'updateComplete'> & Pick<HTMLInputElement, 'select'>>;

/**
 * Moves the focus when an action of the person (submit, another mode, back, …) has its result: to the first field of a
 * new screen, or to the field that was rejected: docs/behaviour/flow.md#focus. The host announces by `expectResult`
 * each action whose focus is moved here; what the page or another tab changes is not announced, and moves nothing.
 */
export class FocusController implements ReactiveController {
  readonly #host: LitElement;
  readonly #readView: () => RenderedView;
  /** The screen on which the action began; undefined while no result is expected. */
  #screenKeyBefore: string | undefined;

  constructor(host: LitElement, readView: () => RenderedView) {
    this.#host = host;
    this.#readView = readView;
    host.addController(this);
  }

  /** To be called at the beginning of an action: when its result is rendered, the focus is moved. */
  expectResult(): void {
    // The screen stays that of the first action if another one follows before there is a result.
    this.#screenKeyBefore ??= this.#readView().screenKey;
  }

  hostUpdated(): void {
    if (this.#screenKeyBefore === undefined) return;
    const { screenKey, isLoading, invalidField } = this.#readView();
    // The result is there when nothing runs any more: some actions pass through a screen on their way to another.
    if (isLoading) return;
    const hasNewScreen = screenKey !== this.#screenKeyBefore;
    this.#screenKeyBefore = undefined;
    if (!this.#mayTakeFocus()) return;
    if (hasNewScreen) this.#focusScreen();
    else if (invalidField) this.#focusField(invalidField);
    else this.#reveal(this.#find('[part=error]'));
  }

  /**
   * Whether the focus is still in the host or on one of its ancestors: on `document.body` if nothing has it, and a click
   * on a button in Safari focuses the nearest focusable ancestor instead of the button. Elsewhere on the page, and on
   * what the page has slotted into the host, the person has put it on purpose.
   */
  #mayTakeFocus(): boolean {
    // null in a shadow root around the host if the focus is outside of that root.
    const { activeElement } = this.#host.getRootNode() as Document | ShadowRoot;
    const focused = activeElement ?? this.#host.ownerDocument.activeElement;
    return !focused || selfAndAncestors(this.#host).includes(focused);
  }

  #focusScreen(): void {
    // The headings have `tabindex=-1`.
    const target = this.#find('phone-input, code-input, input') ?? this.#find('h2');
    void this.#whenRendered(target).then(() => {
      const isDrawn = (element: HTMLElement) => element.getClientRects().length > 0;
      // In a DOM without layout, such as jsdom, nothing is drawn, the host neither.
      if (target && (isDrawn(target) || !isDrawn(this.#host))) {
        target.focus();
        this.#reveal(target);
        return;
      }
      // A slotted view of the page takes the place of the heading, which is not drawn then and cannot be focused.
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
      // Select the rejected value, so that typing replaces it.
      target?.select?.();
      this.#reveal(target);
    });
  }

  /** Scrolls to the button of the form, and then to what comes first: a virtual keyboard leaves little room for both. */
  #reveal(target: FocusTarget | null): void {
    for (const element of [this.#find('[type=submit]'), target]) {
      // jsdom has no layout, and nothing to scroll.
      (element as Partial<HTMLElement> | null)?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' });
    }
  }

  #find(selector: string): FocusTarget | null {
    return this.#host.renderRoot.querySelector<FocusTarget>(selector);
  }

  /** A custom element that was just created renders its input later: until then there is nothing to focus in it. */
  async #whenRendered(element: FocusTarget | null): Promise<void> {
    await element?.updateComplete;
  }
}
