// Pictures of the elements: every screen, light and dark, narrow, from right to left, dense, in each theme. The pictures are in
// test/pictures/, under these names. `npm run pictures` updates those that have changed. They are compared in Chromium only, and
// only with the fonts that they were taken with.
import { expect } from '@open-wc/testing';
import { executeServerCommand, setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import '../../src/locales/ar.js';
import { isChromium, media } from '../support/browser.js';
import { decode, differenceOf } from '../support/pictures.js';
import { screens, toRegisterWithHints } from '../support/screens.js';
import { find, mount, settled, widget } from '../support/widget.js';

interface Options {
  readonly screen?: string;
  /** A file of src/themes. */
  readonly theme?: string;
  readonly scheme?: 'light' | 'dark';
  readonly dir?: 'rtl';
  readonly lang?: string;
  readonly width?: number;
  /** Custom properties of the widget. */
  readonly style?: string;
  readonly media?: Parameters<typeof media>[0];
  /** Runs before the picture is taken. */
  readonly prepare?: () => unknown;
}

const focus = (selector: string) => () => find<HTMLElement>(selector).focus({ focusVisible: true });

/** Adds a logo in the slot `header`, the links below the form, and the one to recover a password. */
function dress(): void {
  const logo = document.createElement('div');
  logo.slot = 'header';
  logo.style.cssText =
    'block-size: 32px; inline-size: 112px; border-radius: 8px; background: linear-gradient(90deg, #f59e0b, #ef4444)';
  widget.append(logo);
  Object.assign(widget, { recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy' });
}

const THEMES = ['graphite', 'paper', 'aurora'];
const all: Record<string, Options> = {
  ...Object.fromEntries(
    Object.keys(screens()).flatMap(screen => [
      [screen, { screen }],
      [`${screen}, dark`, { screen, scheme: 'dark' }],
    ]),
  ),
  ...Object.fromEntries(
    THEMES.flatMap(theme =>
      (['light', 'dark'] as const).flatMap(scheme => [
        [`theme ${theme}, ${scheme}`, { theme, scheme, screen: 'login', prepare: dress }],
        [`theme ${theme}, ${scheme}, a wrong code`, { theme, scheme, screen: 'a wrong code' }],
      ]),
    ),
  ),
  'Russian, a login that is new': { screen: 'empty fields', lang: 'ru' },
  'right to left, a login that is new': { screen: 'empty fields', dir: 'rtl', lang: 'ar' },
  'right to left, a wrong code': { screen: 'a wrong code', dir: 'rtl', lang: 'ar' },
  '320 px wide, a wrong code': { screen: 'a wrong code', width: 320 },
  'dense, a login': { screen: 'login', style: '--auth-density: 0.8' },
  'with room, a login': { screen: 'login', style: '--auth-density: 1.3' },
  'a yellow accent': { screen: 'login', style: '--auth-color-accent: #ffd400' },
  'a dark accent, dark': { screen: 'login', scheme: 'dark', style: '--auth-color-accent: #1b2a6b' },
  'the focus in a field': { screen: 'login', prepare: focus('#login') },
  'the focus on the submit button': { screen: 'login', prepare: focus('[part=button]') },
  'more contrast': { screen: 'login', media: { contrast: 'more' } },
  'forced colours, a login': { screen: 'empty fields', media: { forcedColors: 'active' } },
  'forced colours, a wrong code': { screen: 'a wrong code', media: { forcedColors: 'active' } },
  'a logo and links': { screen: 'login', prepare: dress },
};

const fileOf = (name: string): string => name.replace(/\W+/g, '-');

/** Each channel of a pixel may differ by a step of antialiasing, and a few pixels in the curves of letters by more. */
const TOLERANCE = { channel: 40, pixels: 60 };

/** A fingerprint of a machine's fonts: the widths of a text, to a thousandth of a pixel. */
function fontFingerprint(): string {
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  return ['400 16px', '500 14px', '600 16px', '650 24px']
    .map(font => {
      context.font = `${font} system-ui, sans-serif`;
      return context.measureText('Sign in +7 (916) 123-45-67, Войти Щ').width.toFixed(3);
    })
    .join(' ');
}

interface Reference {
  readonly fingerprint: string | null;
  /** The stored picture in Base64, or null if there is none. */
  readonly png: string | null;
  readonly isRenewed: boolean;
}

(isChromium ? describe : describe.skip)('pictures', () => {
  let sheet: HTMLStyleElement;

  before(() => setViewport({ width: 800, height: 900 }));

  beforeEach(() => {
    sheet = document.createElement('style');
    document.head.append(sheet);
    sheet.textContent = 'auth-widget::part(input) { caret-color: transparent }'; // it blinks
  });

  afterEach(async () => {
    sheet.remove();
    await media({ contrast: 'no-preference', forcedColors: 'none', reducedMotion: 'no-preference' });
  });

  for (const [name, options] of Object.entries(all)) {
    it(name, async function () {
      const file = fileOf(name);
      const { theme, scheme = 'light', dir = 'ltr', lang = 'en', width = 420, screen = 'login' } = options;
      const { fingerprint, png, isRenewed } = await executeServerCommand<Reference, { name: string }>('picture', {
        name: file,
      });
      if (!isRenewed && fingerprint !== fontFingerprint()) return this.skip();
      const time = Date.now();
      const now = Date.now;
      Date.now = () => time; // stops countdowns at their full time
      try {
        if (theme)
          sheet.textContent += await (await fetch(new URL(`../../src/themes/${theme}.css`, import.meta.url))).text();
        const background = scheme === 'dark' ? '#0b0c10' : '#eef0f4';
        const stage = await mount(
          { mode: 'phone-login', theme: scheme, lang },
          inside =>
            html`<div
              dir=${dir}
              style="position: absolute; inset: 0 auto auto 0; inline-size: ${width}px; padding: 20px; box-sizing: border-box; background: ${background}; ${options.style ?? ''}"
            >
              ${inside}
            </div>`,
        );
        // Stop the spinner and the busy fields.
        await media({ reducedMotion: 'reduce', ...options.media });
        if (screen === 'register') toRegisterWithHints();
        else await screens()[screen]!();
        await settled();
        (document.activeElement as HTMLElement | null)?.blur();
        await options.prepare?.();
        await settled();
        await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const { offsetWidth, offsetHeight } = stage;
        const clip = { x: 0, y: 0, width: offsetWidth, height: offsetHeight };
        const taken = await executeServerCommand<string, { clip: typeof clip }>('screenshot', { clip });
        const isSame = png !== null && (await equals(png, taken));
        if (!isSame && isRenewed) {
          await executeServerCommand('picture-renewed', { name: file, png: taken, fingerprint: fontFingerprint() });
        } else if (!isSame) {
          await executeServerCommand('picture-failed', { name: file, png: taken });
          expect.fail(
            png === null
              ? 'there is no picture yet: npm run pictures'
              : 'it looks different; out/pictures/ has the picture of now. Where that is meant: npm run pictures',
          );
        }
      } finally {
        Date.now = now;
        widget.client.dispose();
      }
    });
  }

  it('every stored picture is one of these', async () => {
    const expected = Object.keys(all).map(fileOf);
    const names = await executeServerCommand<string[], string[]>('pictures', expected);
    expect(names.sort()).to.deep.equal(expected.sort());
    expect(names.length).to.be.at.most(60);
  });
});

async function equals(one: string, other: string): Promise<boolean> {
  const [before, after] = [await decode(one), await decode(other)];
  if (before.width !== after.width || before.height !== after.height) return false;
  return differenceOf(before, after, TOLERANCE.channel).pixels <= TOLERANCE.pixels;
}
