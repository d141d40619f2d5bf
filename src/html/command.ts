#!/usr/bin/env node
// The command `auth-widget-html`: prints the first screen, or with `--csp` the sources that a content security policy needs for it. It is
// for servers that don't run JavaScript. Any error is reported on stderr with the usage, and the exit code is 2.
import { parseArgs } from 'node:util';
import { fallbacks } from '../core/language-tag.js';
import { AUTH_MODES, type AuthMode } from '../core/modes.js';
import { readModes, wordsIn } from '../elements/auth-widget/controllers/offered-modes.js';
import { cspSources, renderFirstScreen, type FirstScreenOptions } from './first-screen.js';

const USAGE = `Prints the first screen of <auth-widget> as HTML (docs/first-screen.md).

  auth-widget-html --lang ru --mode phone-login [--base-url https://auth.example.com] > sign-in.html

  --lang                    the language of the page; en by default
  --mode, --modes, --theme, --base-url, --recover-href, --terms-href, --privacy-href,
  --help-href               the attributes of the tag
  --widget-css, --phone-input-css
                            the addresses of html/auth-widget.css and html/phone-input.css; without them the styles are inline
  --script                  the address of html/served.js; without it the script is inline
  --csp                     prints the sources that a content security policy needs, instead of the screen: hashes of what is
                            inline, origins of what is linked
`;

const text = { type: 'string' } as const;

function readOptions() {
  const { values } = parseArgs({
    options: {
      lang: text,
      mode: text,
      modes: text,
      theme: text,
      'base-url': text,
      'recover-href': text,
      'terms-href': text,
      'privacy-href': text,
      'help-href': text,
      'widget-css': text,
      'phone-input-css': text,
      script: text,
      csp: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const { mode, modes, theme, 'widget-css': widget, 'phone-input-css': phoneInput } = values;
  for (const name of [...(mode === undefined ? [] : [mode]), ...wordsIn(modes ?? '').filter(Boolean)])
    if (!AUTH_MODES.includes(name as AuthMode)) throw new TypeError(`There is no mode ${name}.`);
  if (mode !== undefined && !readModes(modes).includes(mode as AuthMode))
    throw new TypeError(`--modes does not name ${mode}, the mode of --mode.`);
  if (theme !== undefined && theme !== 'light' && theme !== 'dark') throw new TypeError(`There is no theme ${theme}.`);
  if (!widget !== !phoneInput) throw new TypeError('Give the addresses of both style sheets.');
  const options: FirstScreenOptions = {
    lang: values.lang,
    mode: mode as AuthMode | undefined,
    modes,
    theme,
    recoverHref: values['recover-href'],
    termsHref: values['terms-href'],
    privacyHref: values['privacy-href'],
    helpHref: values['help-href'],
    attributes: values['base-url'] ? { 'base-url': values['base-url'] } : {},
    styleSheets: widget && phoneInput ? { widget, phoneInput } : undefined,
    scriptSrc: values.script,
  };
  return { options, isHelp: !!values.help, isPolicy: !!values.csp };
}

/** Registers the texts of a language, unless it is built in. Rejects with a TypeError if the package has none. */
async function loadLanguage(lang: string): Promise<void> {
  const language = fallbacks(lang).at(-1)!;
  if (language === 'en' || language === 'ru') return;
  if (!/^[a-z]{2,3}$/.test(language)) throw new TypeError(`${lang} is not the tag of a language.`);
  try {
    await import(/* @vite-ignore */ `auth-widget/locales/${language}.js`);
  } catch {
    throw new TypeError(`The package has no texts in ${lang}.`);
  }
}

try {
  const { options, isHelp, isPolicy } = readOptions();
  if (isHelp) process.stdout.write(USAGE);
  else if (isPolicy) {
    const { styleSrc, scriptSrc } = await cspSources(options);
    process.stdout.write(`style-src ${styleSrc}; script-src ${scriptSrc}\n`);
  } else {
    if (options.lang) await loadLanguage(options.lang);
    process.stdout.write(`${renderFirstScreen(options).html}\n`);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
  process.exitCode = 2;
}
