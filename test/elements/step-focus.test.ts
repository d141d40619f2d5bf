// StepFocusController alone, in a small host. In the widget: auth-widget-focus.test.ts.
import { expect, fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { StepFocusController, type RenderedStep } from '../../src/elements/step-focus.js';

class StepHost extends LitElement {
  step: RenderedStep = { screen: 'first', isLoading: false, invalidField: undefined };
  readonly focusController = new StepFocusController(this, () => this.step);

  async show(step: Partial<RenderedStep>): Promise<void> {
    this.step = { ...this.step, ...step };
    this.requestUpdate();
    await this.updateComplete;
    await new Promise(requestAnimationFrame);
  }

  get focusedName(): string | undefined {
    const active = this.shadowRoot!.activeElement;
    return active?.getAttribute('name') ?? active?.getAttribute('part') ?? active?.localName;
  }

  override render() {
    const { screen } = this.step;
    if (screen === 'slotted')
      return html`<div part="card">
        <slot><h2 tabindex="-1">Done</h2></slot>
      </div>`;
    if (screen === 'done') return html`<div part="card"><h2 tabindex="-1">Done</h2></div>`;
    return html`<div part="card">
      <input name="${screen}-a" value="abc" /><input name="b" value="abc" /><button></button>
    </div>`;
  }
}
customElements.define('step-host', StepHost);

describe('StepFocusController', () => {
  let host: StepHost;

  beforeEach(async () => {
    host = await fixture<StepHost>(html`<step-host></step-host>`);
  });

  const inside = () => host.shadowRoot!.querySelector('button')!.focus();

  it('moves no focus on a new screen that the user has not caused', async () => {
    inside();
    await host.show({ screen: 'second' });
    expect(host.focusedName).to.equal('button');
  });

  it('focuses the first input of a new screen', async () => {
    inside();
    host.focusController.follow();
    await host.show({ screen: 'second' });
    expect(host.focusedName).to.equal('second-a');
  });

  it('focuses the heading where there is no input', async () => {
    inside();
    host.focusController.follow();
    await host.show({ screen: 'done' });
    expect(host.focusedName).to.equal('h2');
  });

  it('focuses the card where a slotted view replaces the heading', async () => {
    host.append(document.createElement('p'));
    inside();
    host.focusController.follow();
    await host.show({ screen: 'slotted' });
    expect(host.focusedName).to.equal('card');
  });

  it('waits until no operation is running, and compares with the screen on which the step began', async () => {
    inside();
    host.focusController.follow();
    await host.show({ screen: 'second', isLoading: true });
    expect(host.focusedName).to.equal('button');
    host.focusController.follow();
    await host.show({ isLoading: false });
    expect(host.focusedName).to.equal('second-a');
  });

  it('focuses and selects a rejected field on the same screen', async () => {
    inside();
    host.focusController.follow();
    await host.show({ invalidField: 'b' });
    expect(host.focusedName).to.equal('b');
    const { selectionStart, selectionEnd } = host.shadowRoot!.querySelector<HTMLInputElement>('[name=b]')!;
    expect([selectionStart, selectionEnd]).to.deep.equal([0, 3]);
  });

  it('leaves the focus with an element elsewhere on the page', async () => {
    const { parentElement } = host;
    const field = parentElement!.appendChild(document.createElement('input'));
    host.focusController.follow();
    field.focus();
    await host.show({ screen: 'second' });
    expect(document.activeElement === field).to.equal(true);
  });

  it('moves the focus once per step', async () => {
    inside();
    host.focusController.follow();
    await host.show({ screen: 'second' });
    inside();
    await host.show({ screen: 'third' });
    expect(host.focusedName).to.equal('button');
  });
});
