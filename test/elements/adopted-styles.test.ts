import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/auth-widget.js';
import type { AuthWidget } from '../../src/elements/auth-widget.js';
import { FakeBackend, FakeStore } from '../support/fake-backend.js';

it('a widget that moves to another document keeps its looks, inside too', async () => {
  const widget = await fixture<AuthWidget>(
    html`<auth-widget .backend=${new FakeBackend()} .store=${new FakeStore()}></auth-widget>`,
  );
  await widget.client.tryAutoLogin();
  await widget.updateComplete;
  const looks = () => {
    const card = widget.shadowRoot!.querySelector('[part=card]')!;
    const input = widget.shadowRoot!.querySelector('phone-input')!.shadowRoot!.querySelector('input')!;
    return [getComputedStyle(card).paddingTop, getComputedStyle(input).minHeight, getComputedStyle(input).fontSize];
  };
  const before = looks();
  expect(before[0]).not.to.equal('0px');
  const frame = await fixture<HTMLIFrameElement>(html`<iframe title="another document" width="600"></iframe>`);
  frame.contentDocument!.body.append(widget);
  await widget.updateComplete;
  expect(looks()).to.deep.equal(before);
  widget.client.dispose();
});
