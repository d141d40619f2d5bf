// Browsers that lack something younger than docs/browsers.md#what-the-oldest-browsers-lack names: the tests remove it.
import { expect, fixture, html } from '@open-wc/testing';
import type { CSSResult, LitElement } from 'lit';
import '../../src/define/auth-widget.js';
import type { PhoneInput } from '../../src/elements/phone-input/phone-input.js';
import { inner, press, type } from '../support/browser.js';
import { backend, focusedAt, mount, phoneField, query, settled, widget } from '../support/widget.js';

describe('without custom states', () => {
  const original = Object.getOwnPropertyDescriptor(ElementInternals.prototype, 'states')!;

  afterEach(() => Object.defineProperty(ElementInternals.prototype, 'states', original));

  const fail = () => {
    throw new DOMException("The specified value 'busy' must start with '--'.", 'SyntaxError');
  };
  for (const [browser, states] of [
    ['Firefox before 126, which has none', undefined],
    ['Chromium before 125, which throws for their names', { add: fail, delete: fail }],
  ] as const)
    it(`${browser}: a field has its form, its value and its messages`, async () => {
      Object.defineProperty(ElementInternals.prototype, 'states', { configurable: true, get: () => states });
      const form = await fixture<HTMLFormElement>(
        html`<form><phone-input name="phone" required></phone-input><code-input name="code"></code-input></form>`,
      );
      const phone = form.querySelector('phone-input')!;
      expect([phone.form === form, phone.checkValidity()]).to.deep.equal([true, false]);
      await phone.updateComplete;
      expect(phone.shadowRoot!.querySelector('[part=error]')!.textContent).to.equal('Enter your phone number.');
      phone.value = '9161234567';
      form.querySelector('code-input')!.isLoading = true;
      await form.querySelector('code-input')!.updateComplete;
      expect(inner(form.querySelector('code-input')!).readOnly).to.equal(true);
      expect([...new FormData(form)]).to.deep.equal([
        ['phone', '79161234567'],
        ['code', ''],
      ]);
    });
});

/** Replaces the styles of an element with ones in which no browser knows a part of them. */
function withoutPart(element: HTMLElement, part: string): void {
  const { elementStyles } = element.constructor as typeof LitElement;
  element.shadowRoot!.adoptedStyleSheets = elementStyles.map(style => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync((style as CSSResult).cssText.replaceAll(part, `no-such-${part}`));
    return sheet;
  });
}

/** Shows the widget in a color scheme, without a part of its styles. */
async function mountWithout(part: string, scheme: string): Promise<void> {
  await mount('phone-login', inside => html`<div style="color-scheme: ${scheme}">${inside}</div>`);
  for (const element of [widget, query<PhoneInput>('phone-input')!]) withoutPart(element, part);
}

describe('without light-dark()', () => {
  for (const scheme of ['light', 'dark'])
    it(`everything has the light colours, in the scheme ${scheme} too`, async () => {
      await mountWithout('light-dark(', scheme);
      const button = getComputedStyle(query('[type=submit]')!);
      expect([button.backgroundColor, button.color]).to.deep.equal(['rgb(36, 87, 230)', 'rgb(255, 255, 255)']);
      expect(getComputedStyle(query('[part=card]')!).backgroundColor).to.equal('rgb(255, 255, 255)');
      expect(getComputedStyle(query('[part=link]')!).color).to.equal('rgb(36, 87, 230)');
      const input = getComputedStyle(inner(query<PhoneInput>('phone-input')!));
      expect([input.color, input.borderTopColor]).to.deep.equal(['rgb(20, 23, 31)', 'rgb(139, 146, 161)']);
      widget.client.dispose();
    });
});

describe('without relative colours', () => {
  for (const [scheme, accent, onAccent] of [
    ['light', 'rgb(36, 87, 230)', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(140, 171, 255)', 'rgb(12, 19, 48)'],
  ] as const)
    it(`the accent is shown as it is, in the scheme ${scheme}`, async () => {
      await mountWithout('color(from ', scheme);
      const button = getComputedStyle(query('[type=submit]')!);
      expect([button.backgroundColor, button.color]).to.deep.equal([accent, onAccent]);
      expect(getComputedStyle(query('[part=link]')!).color).to.equal(accent);
      widget.client.dispose();
    });
});

describe('without :dir(), which Chromium before 120 takes for a syntax error', () => {
  const { matches } = Element.prototype;

  afterEach(() => (Element.prototype.matches = matches));

  it('a person gets to the next screen, with the focus in its field', async () => {
    Element.prototype.matches = function (this: Element, selectors: string) {
      if (selectors.includes(':dir(')) throw new DOMException(`'${selectors}' is not a valid selector.`, 'SyntaxError');
      return matches.call(this, selectors);
    } as typeof matches;
    await mount('phone-login');
    phoneField().focus();
    await type('9161234567');
    await press('Enter');
    await backend.answer('requestCode', {});
    await settled();
    await settled();
    expect(focusedAt()).to.equal('code');
    widget.client.dispose();
  });
});

describe('a browser below the line', () => {
  it('says so once, in one sentence, and the field can be used', () => {
    const parts = [
      [HTMLElement.prototype, 'attachInternals'],
      [Document.prototype, 'adoptedStyleSheets'],
    ] as const;
    const originals = parts.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name)!);
    const { error } = console;
    const told: unknown[] = [];
    try {
      for (const [owner, name] of parts) Reflect.deleteProperty(owner, name);
      console.error = (...things: unknown[]) => told.push(...things);
      const field = document.createElement('phone-input');
      field.value = '9161234567';
      document.createElement('code-input');
      expect(field.value).to.equal('79161234567');
      expect(told).to.deep.equal(['auth-widget: this browser is too old. See docs/browsers.md.']);
    } finally {
      console.error = error;
      parts.forEach(([owner, name], index) => Object.defineProperty(owner, name, originals[index]!));
    }
  });
});
