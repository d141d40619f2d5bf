// Takes the pictures of `npm run contact-sheet`: a strip has every screen in one language, theme, scheme and width.
import { fixtureCleanup } from '@open-wc/testing';
import { executeServerCommand, setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import { media } from '../support/browser.js';
import { FILES, loadLanguage } from '../support/languages.js';
import { screens } from '../support/screens.js';
import { keepMounted, mount, settled } from '../support/widget.js';

interface Strip {
  readonly name: string;
  readonly theme: string;
  readonly scheme: 'light' | 'dark';
  readonly lang: string;
  readonly width: number;
  readonly root: number;
  readonly contrast: 'more' | 'no-preference';
  readonly forcedColors: 'active' | 'none';
}

const PAGE = { helpHref: '/help', recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy' };

it('takes the pictures of the contact sheet', async function () {
  this.timeout(0);
  const sheet = document.createElement('style');
  document.head.append(sheet);
  const time = Date.now();
  const strips = await executeServerCommand<Strip[], undefined>('strips');
  for (const { name, theme, scheme, lang, width, root, contrast, forcedColors } of strips) {
    const file = FILES.find(tag => tag === lang);
    if (file) await loadLanguage(file);
    const isWide = width > 420;
    sheet.textContent = `html { font-size: ${root}px } body { margin: 0 }
      body > div { float: left; inline-size: ${isWide ? 420 : width}px; padding: ${isWide ? 20 : 0}px; box-sizing: border-box }
      body { background: ${scheme === 'dark' ? '#0b0c10' : '#eef0f4'} }
      auth-widget::part(input) { caret-color: transparent }`;
    if (theme !== 'default')
      sheet.textContent += await (await fetch(new URL(`../../src/themes/${theme}.css`, import.meta.url))).text();
    await setViewport({ width: isWide ? 5 * 420 : 5 * width, height: 900 });
    await media({ reducedMotion: 'reduce', contrast, forcedColors });
    const dir = new Intl.Locale(lang).language === 'ar' ? 'rtl' : 'ltr';
    for (const screen of Object.keys(screens())) {
      Date.now = () => time; // stops countdowns at their full time
      await mount(
        { mode: 'phone-login', theme: scheme, lang, ...PAGE },
        inside => html`<div dir=${dir}>${inside}</div>`,
      );
      await screens()[screen]!();
      await settled();
      keepMounted();
    }
    if (document.querySelectorAll('auth-widget').length !== Object.keys(screens()).length)
      throw new Error(`${name} hasn't every screen.`);
    (document.activeElement as HTMLElement | null)?.blur();
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { scrollWidth, scrollHeight } = document.documentElement;
    const clip = { x: 0, y: 0, width: scrollWidth, height: scrollHeight };
    const options = { clip, captureBeyondViewport: true };
    const png = await executeServerCommand<string, typeof options>('screenshot', options);
    await executeServerCommand('strip', { name, png });
    for (const each of document.querySelectorAll('auth-widget')) each.client.dispose();
    fixtureCleanup();
  }
});
