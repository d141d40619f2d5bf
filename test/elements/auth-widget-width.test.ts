// auth-widget at 320 px, which is also a window of 1280 px at 400 % zoom: nothing is wider than the card, whatever the data.
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { screens } from '../support/screens.js';
import { mount, settled, widget } from '../support/widget.js';

afterEach(() => widget.client.dispose());

/** Everything that is drawn beside the card, in the widget and in its inputs. */
function outsideOfCard(): string[] {
  const card = widget.shadowRoot!.querySelector('[part=card]')!.getBoundingClientRect();
  const isOutside = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (left < card.left - 0.5 || right > card.right + 0.5);
  };
  const elements = [widget, ...widget.shadowRoot!.querySelectorAll('phone-input, code-input')].flatMap(host => [
    ...host.shadowRoot!.querySelectorAll('*'),
  ]);
  return elements
    .filter(isOutside)
    .map(element => `${element.localName} ${element.getAttribute('part') ?? element.getAttribute('class')}`);
}

const NAMES = {
  'a login of 32 characters': 'w'.repeat(32),
  'a name of 64 characters': 'Щ'.repeat(64),
  'a name of many words': 'Анна Мария '.repeat(5),
};

for (const [kind, name] of Object.entries(NAMES)) {
  describe(`auth-widget at 320 px, with ${kind}`, () => {
    for (const [screen, go] of Object.entries(screens(name))) {
      it(`${screen}: nothing is wider than the card`, async () => {
        await mount('phone-login', inside => html`<div style="inline-size: 320px">${inside}</div>`);
        await go();
        for (const lang of ['en', 'ru']) {
          widget.lang = lang;
          await settled();
          expect(widget.offsetWidth).to.equal(320);
          expect(outsideOfCard(), lang).to.deep.equal([]);
        }
      });
    }
  });
}

describe('auth-widget at 320 px: what a person types', () => {
  it('stays inside of its field', async () => {
    await mount('register', inside => html`<div style="inline-size: 320px">${inside}</div>`);
    for (const input of widget.shadowRoot!.querySelectorAll('input')) input.value = 'w'.repeat(128);
    await settled();
    expect(outsideOfCard()).to.deep.equal([]);
  });
});
