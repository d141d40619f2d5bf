// The warning of the development build about countries that aren't imported.
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/development/check.js';
import '../../../src/countries/by.js';
import '../../../src/countries/ru.js';
import '../../../src/define/phone-input.js';
import '../../../src/locales/tg.js';
import '../../../src/locales/uz.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';

/** Collects the warnings while `action` runs, and in the task after it. */
async function warningsOf(action: () => Promise<unknown>): Promise<unknown[]> {
  const { warn } = console;
  const warnings: unknown[] = [];
  console.warn = (text: unknown) => warnings.push(text);
  try {
    await action();
    await new Promise(resolve => setTimeout(resolve));
  } finally {
    console.warn = warn;
  }
  return warnings;
}

const namesOf = (element: Element): string[] =>
  [...element.shadowRoot!.querySelectorAll('option')].map(({ text }) => text);

describe('countries in development', () => {
  it('a list without names in the language of the page is told once', async () => {
    const fields = (lang: string) =>
      fixture<HTMLElement>(html`
        <div lang=${lang}>
          <phone-input countries="by"></phone-input>
          <phone-input countries="ru by"></phone-input>
          <phone-input countries="all"></phone-input>
        </div>
      `);
    expect(await warningsOf(() => fields('tg-TJ'))).to.deep.equal([
      'auth-widget: the list of countries has no names in lang="tg". Import auth-widget/countries/names-tg.js.',
    ]);
    expect(await warningsOf(() => fields('tg'))).to.deep.equal([]);
    expect(await warningsOf(() => fields('de'))).to.deep.equal([]);
  });

  it('names that are loaded after the list are shown', async () => {
    const { children } = await fixture<HTMLElement>(
      html`<div lang="uz"><phone-input countries="ru by"></phone-input></div>`,
    );
    await import('../../../src/countries/names-uz.js');
    await (children[0] as PhoneInput).updateComplete;
    expect(namesOf(children[0]!)).to.deep.equal(['Rossiya (+7)', 'Belarus (+375)']);
  });

  it('a country that a later module of the page may import is named once the page is loaded', async () => {
    Object.defineProperty(document, 'readyState', { configurable: true, value: 'interactive' });
    try {
      const show = () => fixture(html`<phone-input countries="by yy"></phone-input>`);
      expect(await warningsOf(show)).to.deep.equal([]);
      const load = () => Promise.resolve(window.dispatchEvent(new Event('load')));
      expect(await warningsOf(load)).to.deep.equal([
        'auth-widget: countries names "YY", which is not imported. Import auth-widget/countries/yy.js, if it is a country.',
      ]);
    } finally {
      Reflect.deleteProperty(document, 'readyState');
    }
  });

  it('a country that is not imported is named once, and one that is imported isn’t', async () => {
    const warnings = await warningsOf(async () => {
      for (const countries of ['by all', 'by xx', 'XX'])
        await fixture(html`<phone-input countries=${countries}></phone-input>`);
    });
    expect(warnings).to.deep.equal([
      'auth-widget: countries names "XX", which is not imported. Import auth-widget/countries/xx.js, if it is a country.',
    ]);
  });
});
