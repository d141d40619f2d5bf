// What Firefox exposes to screen readers on Linux agrees with the script of the virtual screen reader (test/spoken/): every
// screen, what gets the focus, and what is announced. Firefox in a window on Xvfb, read through AT-SPI; reference server,
// demo page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { canReadAtSpi, HOW_TO_READ_AT_SPI } from '../../scripts/engines/find-engines.mjs';
import * as en from '../../src/locales/en.js';
import * as ru from '../../src/locales/ru.js';
import { startAccessibleFirefox } from '../support/at-spi.mjs';
import { isFull } from '../support/full.mjs';
import { startDemoServer } from './support/demo-server.mjs';
import { newLogin, newPhone, PASSWORD } from './support/test-data.mjs';
import { until } from './support/until.mjs';

const ROLES = {
  heading: 'heading',
  panel: 'group',
  'push button': 'button',
  'toggle button': 'button',
  entry: 'textbox',
  'password text': 'textbox',
  'status bar': 'status',
  alert: 'alert',
};

/** Replaces numbers, times and names, which differ in each run. */
const normalize = (/** @type {string} */ line) =>
  line
    .replace(/\+7 \(\d{3}\) [\d-]+/g, '+7 (000) 000-00-00')
    .replace(/\d+:\d\d/g, '0:00')
    .replace(/(Signed in as|Вы вошли как) [^,]+/, '$1 …')
    .replace(/\s+/g, ' ')
    // Chromium puts a space between inline elements, and Firefox none.
    .replace(/ (?=\.)/g, '')
    .trim();

/**
 * A node as the script writes it: role, name, value, description, states. Undefined if it has none of the roles.
 * @param {import('../support/at-spi.mjs').AccessibleNode} node
 */
function phraseOf({ role, name, description, text, attributes, states }) {
  const spoken = ROLES[role];
  if (!spoken) return undefined;
  const isButton = spoken === 'button';
  return normalize(
    [
      spoken,
      !['status', 'alert'].includes(spoken) && name,
      spoken === 'textbox' && text,
      description,
      isButton && !states.includes('enabled') && 'disabled',
      states.includes('invalid-entry') && 'invalid',
      !text && attributes['placeholder-text'] && `placeholder ${attributes['placeholder-text']}`,
      role === 'toggle button' && (states.includes('pressed') ? 'pressed' : 'not pressed'),
      states.includes('required') && 'required',
      spoken === 'heading' && `level ${attributes.level}`,
    ]
      .filter(Boolean)
      .join(', '),
  );
}

/** The script of a language: what is said in each step of each section. */
function readScript(lang) {
  const text = readFileSync(new URL(`../spoken/${lang}.txt`, import.meta.url), 'utf8');
  const sections = text.split(/^## .*$/m).slice(1);
  return sections.map(section =>
    section
      .split(/^> /m)
      .slice(1)
      .map(step => {
        const [action = '', ...lines] = step.trim().split('\n');
        return { action, lines: lines.map(line => line.trim()) };
      }),
  );
}

/** The lines of a screen for elements with one of the roles, without the states that only the virtual reader says. */
const phrasesOf = lines =>
  lines
    .filter(line => new RegExp(`^(${[...new Set(Object.values(ROLES))].join('|')})\\b`).test(line))
    .map(line => normalize(line.replace(/, not (busy|invalid|disabled)/g, '')));

const announcementsOf = lines =>
  lines.flatMap(line => {
    const [, live, text = ''] = /^(polite|assertive): (.*)$/.exec(line) ?? [];
    return live ? [`${live}: ${normalize(text)}`] : [];
  });

/** @type {readonly (readonly [lang: string, texts: { widgetTexts: typeof ru.widgetTexts }])[]} */
const languages = isFull
  ? [
      ['en', en],
      ['ru', ru],
    ]
  : [['ru', ru]];
for (const [lang, { widgetTexts: words }] of languages) {
  test(
    `Firefox over AT-SPI says what the spoken script says, ${lang}`,
    { timeout: 180_000, skip: !canReadAtSpi() && HOW_TO_READ_AT_SPI },
    async t => {
      const demo = await startDemoServer();
      t.after(() => demo.close());
      const { browser, reader } = await startAccessibleFirefox(t);
      const page = await browser.newPage();
      await page.goto(`${demo.url}/?lang=${lang}&mode=phone-login`);
      const [, byPhone = [], block = [], byPassword = []] = readScript(lang);
      const read = (steps, n = 0) => phrasesOf(steps.filter(({ action }) => action.startsWith('reads'))[n].lines);

      /** @param {string[]} expected */
      async function expectScreen(expected) {
        let found;
        await until(`the screen is ${expected.join(' | ')}`, async () => {
          found = (await reader.tree()).map(phraseOf).filter(Boolean);
          return JSON.stringify(found) === JSON.stringify(expected);
        }).catch((/** @type {unknown} */ error) => {
          assert.deepEqual(found, expected);
          throw error;
        });
      }

      const focusIn = selector =>
        page.evaluate(
          target => document.querySelector('auth-widget')?.shadowRoot?.querySelector(target)?.focus(),
          selector,
        );

      /**
       * Performs a step of the script, and waits until everything that the script says has been said: what gets the focus, and
       * what is announced.
       * @param {string[]} lines lines of the script
       * @param {() => Promise<unknown>} act
       */
      async function expectSaid(lines, act) {
        await reader.events();
        await act();
        // The server may answer before Firefox has reported that the widget is busy; then it reports the answer alone.
        const isSkippable = (/** @type {string} */ line) => line === `polite: ${words.busy}`;
        const expected = [...announcementsOf(lines), ...phrasesOf(lines).slice(-1)];
        const said = new Set();
        await until(`said: ${expected.join(' | ')}`, async () => {
          for (const event of await reader.events()) {
            if (event.type.startsWith('object:state-changed:focused')) said.add(phraseOf(event));
            // Firefox reports an alert as shown, and another live region by the text inserted into it.
            if (event.type.startsWith('object:state-changed:showing') && event.role === 'alert')
              said.add(`assertive: ${normalize(event.text)}`);
            const live = event.attributes.live ?? event.attributes['container-live'];
            if (live && event.inserted) said.add(`${live}: ${normalize(event.inserted)}`);
          }
          return expected.every(line => said.has(line) || isSkippable(line));
        }).catch((/** @type {unknown} */ error) => {
          assert.deepEqual([...said], expected);
          throw error;
        });
      }

      /**
       * The lines of the first consecutive steps with these names.
       * @param {{ action: string, lines: string[] }[]} steps
       * @param {string[]} actions
       */
      const linesOf = (steps, ...actions) => {
        const start = steps.findIndex((_, index) =>
          actions.every((name, at) => steps[index + at]?.action.startsWith(name)),
        );
        assert.ok(start >= 0, actions.join(', '));
        return steps.slice(start, start + actions.length).flatMap(({ lines }) => lines);
      };

      await expectScreen(read(byPhone));
      await focusIn('phone-input');
      await page.keyboard.type(newPhone().slice(1));
      await expectSaid(linesOf(byPhone, `presses “${words.requestCode}”`, 'the server answers'), () =>
        page.keyboard.press('Enter'),
      );
      // Three wrong codes: the announcement of each, and the block.
      const wrong = linesOf(byPhone, `types 000000`, 'the server answers');
      await expectSaid(wrong, () => page.keyboard.type('000000'));
      await expectScreen(read(byPhone, 1));
      await expectSaid(linesOf(block, `types 000001`, 'the server answers'), () => page.keyboard.type('000001'));
      await expectSaid(linesOf(block, `types 000002`, 'the server answers'), () => page.keyboard.type('000002'));
      await expectScreen(read(block));
      // By password: a new login creates an account, which the script doesn't cover.
      // With the reference server, the form says so beforehand.
      const withRules = lines =>
        lines.map(line =>
          line
            .replace(`button, ${words.signIn}`, `button, ${words.signInOrCreate}`)
            .replace(`textbox, ${words.login},`, `textbox, ${words.login}, ${words.newLoginHint},`),
        );
      await expectSaid(withRules(linesOf(byPassword, `presses “${words.passwordMethod}”`)), async () => {
        await focusIn('[part=methods] > [aria-pressed=false]');
        await page.keyboard.press('Enter');
      });
      await expectScreen(withRules(read(byPassword)));
      const login = newLogin();
      await page.keyboard.type(login);
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      const signedIn = read(byPassword, 1);
      const accountCreated = String(words.accountCreated)
        .replace(/\[([^|\]]*)[^\]]*\]/g, '$1')
        .replace('{login}', login);
      await expectScreen(
        signedIn.flatMap(line =>
          line.startsWith('button')
            ? [`button, ${words.keepAccount}`, `button, ${words.undoAccount}`]
            : [line.replace(/^(heading, .*), level/, `$1, ${accountCreated}, level`)],
        ),
      );
    },
  );
}
