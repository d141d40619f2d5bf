// What people set in their system: forced colours, more contrast, less motion. Chromium and Firefox are told at run time.
// WebKitGTK follows the settings of GTK that it is started with, so this file runs in it twice (web-test-runner.config.mjs).
// Like Safari, it has no forced colours.
import { expect } from '@open-wc/testing';
import { engine, inner, isChromium, media, until } from '../support/browser.js';
import { composite, contrast } from '../support/colors.js';
import { type Control, KINDS, markup } from '../support/controls.js';
import { screens, toRegisterWithHints } from '../support/screens.js';
import { focusEach, find, mount, settled, submitButton, widget } from '../support/widget.js';

type Features = Parameters<typeof media>[0];

const QUERIES = {
  contrast: '(prefers-contrast: more)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
  forcedColors: '(forced-colors: active)',
};
const NOTHING = { contrast: 'no-preference', reducedMotion: 'no-preference', forcedColors: 'none' };
const matches = (feature: keyof typeof QUERIES): boolean => matchMedia(QUERIES[feature]).matches;

/** Whether this window was started with these settings, which the page then can't turn off. */
const isStartedWithIt = engine === 'webkit' && matches('contrast');

/** Declares a test that runs if the feature can be turned on, or is already on. */
const asked = (feature: keyof typeof QUERIES) => (engine !== 'webkit' || matches(feature) ? it : it.skip);
const notAsked = isStartedWithIt ? it.skip : it;

async function ask(features: Features): Promise<void> {
  if (engine !== 'webkit') await media(features);
  // Firefox reads its preferences after a moment.
  await until(() =>
    Object.entries(features).every(
      ([key, value]) => matches(key as keyof typeof QUERIES) === (value !== 'no-preference' && value !== 'none'),
    ),
  );
}

const inAll = (selector: string): HTMLElement[] =>
  [widget, ...widget.shadowRoot!.querySelectorAll('phone-input, code-input')].flatMap(host => [
    ...host.shadowRoot!.querySelectorAll<HTMLElement>(selector),
  ]);

const nameOf = (element: Element): string =>
  [element.localName, element.getAttribute('part') ?? element.id].filter(Boolean).join(' ');

describe('media features', () => {
  afterEach(() => (isStartedWithIt ? undefined : ask(NOTHING)));

  describe('auth-widget', () => {
    afterEach(() => widget.client.dispose());

    async function colorsOfRegistration() {
      await mount();
      toRegisterWithHints();
      await settled();
      return {
        text: getComputedStyle(find('[part=title]')).color,
        hint: getComputedStyle(find('.hint:not(:empty)')).color,
        border: getComputedStyle(find('input')).borderTopColor,
        card: getComputedStyle(find('[part=card]')).borderTopColor,
        link: getComputedStyle(find('[part=link]')).textDecorationLine,
      };
    }

    asked('contrast')(
      'more contrast: hints and borders have the colour of the text, links are underlined',
      async () => {
        await ask({ contrast: 'more' });
        const { text, ...others } = await colorsOfRegistration();
        expect(others).to.deep.equal({ hint: text, border: text, card: text, link: 'underline' });
      },
    );

    notAsked('without it they have their own', async () => {
      const { text, hint, border, card, link } = await colorsOfRegistration();
      for (const color of [hint, border, card]) expect(color).not.to.equal(text);
      expect(link).to.equal('none');
    });

    /** The animations of the elements on each screen. */
    async function moving(screen: string): Promise<number> {
      await mount();
      await screens()[screen]!();
      await settled();
      return inAll('*').flatMap(element => element.getAnimations({ subtree: true })).length;
    }

    for (const screen of Object.keys(screens()))
      asked('reducedMotion')(`less motion: nothing moves: ${screen}`, async () => {
        await ask({ reducedMotion: 'reduce' });
        expect(await moving(screen)).to.equal(0);
      });

    notAsked('without it the spinner turns', async () => {
      expect(await moving('busy')).to.be.above(0);
    });

    asked('forcedColors')('forced colours: the method that is chosen can be told', async () => {
      await ask({ forcedColors: 'active' });
      await mount('login');
      const [phone, password] = [...widget.shadowRoot!.querySelectorAll('[part=methods] > button')].map(button =>
        getComputedStyle(button),
      );
      expect(password!.backgroundColor).not.to.equal(phone!.backgroundColor);
      const probe = document.createElement('i');
      probe.style.cssText = 'background: SelectedItem; color: SelectedItemText; forced-color-adjust: none';
      document.body.append(probe);
      const { color, backgroundColor } = getComputedStyle(probe);
      expect([password!.color, password!.backgroundColor]).to.deep.equal([color, backgroundColor]);
      probe.remove();
      // Chromium uses the colours of a Windows theme, Firefox those of a desktop without a theme, with a contrast of 2.9.
      if (isChromium)
        expect(contrast(composite(password!.color), composite(password!.backgroundColor))).to.be.above(4.5);
    });

    asked('forcedColors')('forced colours: a button that does nothing is grey, and any other is not', async () => {
      await ask({ forcedColors: 'active' });
      const probe = document.createElement('i');
      probe.style.cssText = 'color: GrayText; forced-color-adjust: none';
      document.body.append(probe);
      const grey = getComputedStyle(probe).color;
      probe.remove();
      for (const [screen, isOff] of [
        ['phone-login', false],
        ['blocked', true],
        ['busy', true],
      ] as const) {
        await mount();
        await screens()[screen]!();
        await settled();
        const { color, borderTopColor } = getComputedStyle(submitButton());
        expect([color === grey, borderTopColor === grey], screen).to.deep.equal([isOff, isOff]);
        widget.client.dispose();
        widget.remove();
      }
      await mount();
    });

    asked('forcedColors')('forced colours: whatever has the focus has an outline, on every screen', async () => {
      await ask({ forcedColors: 'active' });
      for (const [name, go] of Object.entries(screens())) {
        await mount({ mode: 'phone-login', recoverHref: '/recover', termsHref: '/terms' });
        await go();
        await settled();
        for (const element of inAll('a, button, input, [part=cell]').filter(
          one => !one.matches(':focus, [data-active]'),
        ))
          expect(getComputedStyle(element).outlineStyle, `${name}: ${nameOf(element)}`).to.equal('none');
        await focusEach(element => {
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
          expect([outlineStyle, outlineWidth], `${name}: ${nameOf(element)}`).to.deep.equal(['solid', '2px']);
          expect(outlineColor, `${name}: ${nameOf(element)}`).not.to.equal('rgba(0, 0, 0, 0)');
        });
        widget.client.dispose();
        widget.remove();
      }
      await mount();
    });
  });

  for (const { tag, value } of KINDS)
    describe(tag, () => {
      asked('forcedColors')('in forced colours the field that has the focus has an outline that is drawn', async () => {
        await ask({ forcedColors: 'active' });
        const control = await markup<Control>(`<${tag} label="N" value="${value}"></${tag}>`);
        const fields = control.shadowRoot!.querySelectorAll('span, input');
        for (const field of fields) expect(getComputedStyle(field).outlineStyle).to.equal('none');
        // The text of the input over the cells stays transparent.
        if (fields.length > 1)
          expect(getComputedStyle(inner(control)).webkitTextFillColor).to.equal('rgba(0, 0, 0, 0)');
        control.focus();
        await new Promise(requestAnimationFrame);
        const style = getComputedStyle(control.shadowRoot!.querySelector('[data-active]') ?? inner(control));
        expect(style.outlineStyle).to.equal('solid');
        expect(parseFloat(style.outlineWidth)).to.be.at.least(2);
        expect(style.outlineColor).not.to.equal('rgba(0, 0, 0, 0)');
      });

      asked('reducedMotion')('with reduced motion there are no animations', async () => {
        await ask({ reducedMotion: 'reduce' });
        const control = await markup<Control>(`<${tag} label="N" is-loading></${tag}>`);
        control.focus();
        await new Promise(requestAnimationFrame);
        expect(control.shadowRoot!.getAnimations().length).to.equal(0);
        for (const part of control.shadowRoot!.querySelectorAll('*'))
          expect(getComputedStyle(part).animationName).to.equal('none');
      });

      asked('contrast')('more contrast: the border and the description have the colour of the text', async () => {
        await ask({ contrast: 'more' });
        const control = await markup<Control>(`<${tag} label="N" description="D" hint="H"></${tag}>`);
        const find = (...selectors: string[]) =>
          selectors.map(selector => control.shadowRoot!.querySelector(selector)).find(Boolean)!;
        const { color } = getComputedStyle(find('label'));
        expect(getComputedStyle(find('#about')).color).to.equal(color);
        expect(getComputedStyle(find('#hint')).color).to.equal(color);
        expect(getComputedStyle(find('span', 'input')).borderTopColor).to.equal(color);
      });

      notAsked('without it they have their own', async () => {
        const control = await markup<Control>(`<${tag} label="N" description="D"></${tag}>`);
        const find = (...selectors: string[]) =>
          selectors.map(selector => control.shadowRoot!.querySelector(selector)).find(Boolean)!;
        const { color } = getComputedStyle(find('label'));
        expect(getComputedStyle(find('#about')).color).not.to.equal(color);
        expect(getComputedStyle(find('span', 'input')).borderTopColor).not.to.equal(color);
      });
    });
});
