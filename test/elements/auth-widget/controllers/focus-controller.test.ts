// FocusController alone, in a small host. In the widget: auth-widget-focus.test.ts.
import { expect, fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import {
  FocusController,
  type RenderedView,
} from '../../../../src/elements/auth-widget/controllers/focus-controller.js';

class FocusHost extends LitElement {
  view: RenderedView & { readonly hasError?: boolean } = {
    screenKey: 'first',
    isLoading: false,
    invalidField: undefined,
  };
  readonly focusController = new FocusController(this, () => this.view);

  async show(view: Partial<FocusHost['view']>): Promise<void> {
    this.view = { ...this.view, ...view };
    this.requestUpdate();
    await this.updateComplete;
    await new Promise(requestAnimationFrame);
  }

  get focusedName(): string | undefined {
    const active = this.shadowRoot!.activeElement;
    return active?.getAttribute('name') ?? active?.getAttribute('part') ?? active?.localName;
  }

  override render() {
    const { screenKey } = this.view;
    if (screenKey === 'slotted')
      return html`<div part="card">
        <slot><h2 tabindex="-1">Done</h2></slot>
      </div>`;
    if (screenKey === 'done') return html`<div part="card"><h2 tabindex="-1">Done</h2></div>`;
    return html`<div part="card">
      <input name="${screenKey}-a" value="abc" /><input name="b" value="abc" /><button type="submit"></button>
      ${this.view.hasError ? html`<p part="error">Wrong</p>` : ''}
    </div>`;
  }
}
customElements.define('focus-host', FocusHost);

describe('FocusController', () => {
  let host: FocusHost;

  beforeEach(async () => {
    host = await fixture<FocusHost>(html`<focus-host></focus-host>`);
  });

  const inside = () => host.shadowRoot!.querySelector('button')!.focus();

  it('moves no focus on a new screen without an expected result', async () => {
    inside();
    await host.show({ screenKey: 'second' });
    expect(host.focusedName).to.equal('button');
  });

  it('focuses the first input of a new screen', async () => {
    inside();
    host.focusController.expectResult();
    await host.show({ screenKey: 'second' });
    expect(host.focusedName).to.equal('second-a');
  });

  it('focuses the heading if there is no input', async () => {
    inside();
    host.focusController.expectResult();
    await host.show({ screenKey: 'done' });
    expect(host.focusedName).to.equal('h2');
  });

  it('focuses the card if a slotted view replaces the heading', async () => {
    host.append(document.createElement('p'));
    inside();
    host.focusController.expectResult();
    await host.show({ screenKey: 'slotted' });
    expect(host.focusedName).to.equal('card');
    expect((host.shadowRoot!.activeElement as HTMLElement).tabIndex, 'Tab does not lead to it').to.equal(-1);
  });

  it('waits until no operation is running, and compares with the screen on which the action began', async () => {
    inside();
    host.focusController.expectResult();
    await host.show({ screenKey: 'second', isLoading: true });
    expect(host.focusedName).to.equal('button');
    host.focusController.expectResult();
    await host.show({ isLoading: false });
    expect(host.focusedName).to.equal('second-a');
  });

  it('focuses and selects a rejected field on the same screen', async () => {
    inside();
    host.focusController.expectResult();
    await host.show({ invalidField: 'b' });
    expect(host.focusedName).to.equal('b');
    const { selectionStart, selectionEnd } = host.shadowRoot!.querySelector<HTMLInputElement>('[name=b]')!;
    expect([selectionStart, selectionEnd]).to.deep.equal([0, 3]);
  });

  it('leaves the focus with an element elsewhere on the page', async () => {
    const { parentElement } = host;
    const field = parentElement!.appendChild(document.createElement('input'));
    host.focusController.expectResult();
    field.focus();
    await host.show({ screenKey: 'second' });
    expect(document.activeElement === field).to.equal(true);
  });

  it('moves the focus once for each expected result', async () => {
    inside();
    host.focusController.expectResult();
    await host.show({ screenKey: 'second' });
    inside();
    await host.show({ screenKey: 'third' });
    expect(host.focusedName).to.equal('button');
  });

  it('a rejected field that is not on the screen moves nothing', async () => {
    const errors: unknown[] = [];
    const note = ({ reason }: PromiseRejectionEvent) => errors.push(reason);
    window.addEventListener('unhandledrejection', note);
    inside();
    host.focusController.expectResult();
    await host.show({ invalidField: 'absent' });
    await new Promise(resolve => setTimeout(resolve));
    window.removeEventListener('unhandledrejection', note);
    expect([host.focusedName, errors.length]).to.deep.equal(['button', 0]);
  });

  it('leaves the focus with an element outside of the shadow root that the host is in', async () => {
    const outer = await fixture<HTMLElement>(html`<div></div>`);
    outer.attachShadow({ mode: 'open' }).append(host);
    const field = outer.parentElement!.appendChild(document.createElement('input'));
    host.focusController.expectResult();
    field.focus();
    await host.show({ screenKey: 'second' });
    expect(document.activeElement === field).to.equal(true);
  });
});

describe('FocusController: what is scrolled into view', () => {
  let scroller: HTMLElement;
  let host: FocusHost;

  /** A host in a box that shows a part of it, and scrolls smoothly by itself. */
  beforeEach(async () => {
    scroller = await fixture<HTMLElement>(
      html`<div style="block-size: 100px; overflow: auto; scroll-behavior: smooth">
        <style>
          focus-host {
            display: block;
          }
        </style>
        <div style="block-size: 300px"></div>
        <focus-host></focus-host>
        <div style="block-size: 300px"></div>
      </div>`,
    );
    host = scroller.querySelector('focus-host')!;
    await host.updateComplete;
  });

  const isInView = (element: Element): boolean => {
    const [inner, outer] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  };
  const part = (selector: string) => host.shadowRoot!.querySelector(selector)!;

  it('a rejected field and the button of its form, at once', async () => {
    host.focusController.expectResult();
    await host.show({ invalidField: 'b' });
    expect([isInView(part('[name=b]')), isInView(part('button'))]).to.deep.equal([true, true]);
  });

  it('the message about the whole form', async () => {
    host.focusController.expectResult();
    await host.show({ hasError: true });
    expect(isInView(part('[part=error]'))).to.equal(true);
  });

  it('nothing moves if both are in view', async () => {
    scroller.scrollTo({ top: 250, behavior: 'instant' });
    const { scrollTop } = scroller;
    host.focusController.expectResult();
    await host.show({ invalidField: 'b' });
    expect(scroller.scrollTop).to.equal(scrollTop);
  });
});
