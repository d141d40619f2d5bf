// The button that copies a code, in a browser that refuses access to the clipboard.
import { expect, fixture, html } from '@open-wc/testing';
import { copyText } from '../../demo/pages/clipboard.js';
import { en } from '../../demo/pages/texts/en.js';
import { ru } from '../../demo/pages/texts/ru.js';
import type { Texts } from '../../demo/pages/texts.js';

/** Copies a text on a platform, and returns what the button and the live region say. */
async function copyOn(platform: string, texts: Texts): Promise<readonly (string | null)[]> {
  const page = await fixture(html`<p><code>123456</code><button>Copy</button><span id="announcer"></span></p>`);
  const button = page.querySelector('button')!;
  Object.defineProperty(navigator, 'platform', { configurable: true, value: platform });
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) },
  });
  try {
    await copyText('123456', page.querySelector('code')!, button, texts);
  } finally {
    // What the browser has by itself is on the prototype.
    Reflect.deleteProperty(navigator, 'platform');
    Reflect.deleteProperty(navigator, 'clipboard');
  }
  expect(String(document.getSelection())).to.equal('123456');
  const said = [button.textContent, page.querySelector('#announcer')!.textContent];
  page.remove();
  return said;
}

describe('copying without access to the clipboard', () => {
  it('selects the text and names the keys of the platform', async () => {
    for (const platform of ['MacIntel', 'iPad', 'iPhone'])
      expect(await copyOn(platform, en)).to.deep.equal(Array(2).fill('Selected: press ⌘C'));
    for (const platform of ['Win32', 'Linux x86_64', ''])
      expect(await copyOn(platform, en)).to.deep.equal(Array(2).fill('Selected: press Ctrl+C'));
    expect(await copyOn('MacIntel', ru)).to.deep.equal(Array(2).fill('Выделено: нажмите ⌘C'));
  });
});

describe('copying', () => {
  it('leaving the button brings back its label of now, also after two copies', async () => {
    const page = await fixture(html`<p><button>Copy 111</button><span id="announcer"></span></p>`);
    const button = page.querySelector('button')!;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.resolve() },
    });
    try {
      await copyText('111', button, button, en);
      expect(button.textContent).to.equal(en.copied);
      button.textContent = 'Copy 222';
      await copyText('222', button, button, en);
      await copyText('222', button, button, en);
      button.dispatchEvent(new Event('pointerleave'));
      expect(button.textContent).to.equal('Copy 222');
    } finally {
      Reflect.deleteProperty(navigator, 'clipboard');
    }
  });
});
