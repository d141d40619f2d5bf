// The settings of the playground in its URL, and that each part of the widget has a control.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { ALL_CONTROLS, isPossible, LANGUAGES, type Control } from '../../demo/pages/controls.js';
import { readSettings, stylesOf, textsOf, toQuery, valueOf, withSetting } from '../../demo/pages/settings.js';
import { templatesOf, TEXT_KEYS } from '../../demo/pages/widget-texts.js';
import { texts as kazakh } from '../../src/locales/kk.js';

/** A value other than the default. */
function sampleOf(control: Control): string {
  switch (control.kind) {
    case 'choice':
      return control.values.at(-1)!;
    case 'switch':
      return 'on';
    case 'color':
      return '#12ab3f';
    case 'range':
      return `${control.max}${control.unit}`;
    case 'text':
      return control.placeholder;
  }
}

test('the URL keeps every setting', () => {
  let settings = readSettings('', 'en');
  for (const control of ALL_CONTROLS) settings = withSetting(settings, control.name, sampleOf(control));
  settings = withSetting(settings, 'text.signIn', 'Let me in & “out”');
  assert.deepEqual(readSettings(toQuery(settings), 'ru'), settings);
  assert.deepEqual(textsOf(settings), { signIn: 'Let me in & “out”' });
  assert.equal(stylesOf(settings)['--auth-radius'], '28px');
});

test('a setting with its default leaves the URL', () => {
  let settings = readSettings('', 'en');
  for (const control of ALL_CONTROLS.filter(({ name }) => name !== 'lang')) {
    const before = settings;
    settings = withSetting(settings, control.name, sampleOf(control));
    settings = withSetting(settings, control.name, valueOf({ lang: '' }, control.name));
    assert.deepEqual(settings, before, control.name);
  }
  assert.equal(toQuery(readSettings('?lang=en&theme=auto&mode=phone-login', 'ru')), '?lang=en');
});

test('a value that its control cannot have counts as missing', () => {
  const query =
    '?lang=xx&theme=neon&mode=passkey&--auth-radius=9999px&--auth-color-accent=red&client=yes&text.=x&text.a%20b=x&text.unknown=x&other=1';
  assert.deepEqual(readSettings(query, 'ru-RU'), { lang: 'ru' });
  assert.deepEqual(readSettings('', 'fi'), { lang: 'en' });
  assert.deepEqual(readSettings(`?countries=${'ru '.repeat(200)}`, 'en'), { lang: 'en' });
  const [radius] = ALL_CONTROLS.filter(({ name }) => name === '--auth-radius');
  for (const [value, expected] of [
    ['4px', true],
    ['4', false],
    ['04px', false],
    ['-1px', false],
    ['NaNpx', false],
  ] as const)
    assert.equal(isPossible(radius!, value), expected, value);
});

interface Declaration {
  readonly tagName?: string;
  readonly attributes?: readonly { readonly name: string }[];
  readonly cssProperties?: readonly { readonly name: string; readonly default?: string }[];
  readonly members?: readonly { readonly kind: string; readonly name: string; readonly attribute?: string }[];
}
const manifest = JSON.parse(readFileSync(new URL('../../custom-elements.json', import.meta.url), 'utf8')) as {
  readonly modules: readonly { readonly declarations?: readonly Declaration[] }[];
};
const widget = manifest.modules
  .flatMap(({ declarations = [] }) => declarations)
  .find(({ tagName }) => tagName === 'auth-widget')!;

test('each attribute, property and custom property of the widget has a control', () => {
  const controls = new Set(ALL_CONTROLS.map(({ name }) => name));
  const wanted = [
    ...widget.attributes!.map(({ name }) => name),
    ...widget.cssProperties!.map(({ name }) => name),
    ...widget.members!.filter(({ kind, attribute }) => kind === 'field' && !attribute).map(({ name }) => name),
  ];
  // `texts` has a field for each key, `state` is read only, and `defer-hydration` is for frameworks.
  const others = new Set(['texts', 'state', 'defer-hydration']);
  assert.deepEqual(
    wanted.filter(name => !controls.has(name) && !others.has(name)),
    [],
  );
});

test('a colour begins as the widget has it', () => {
  const colors = ALL_CONTROLS.filter(control => control.kind === 'color');
  assert.ok(colors.length > 5);
  // The colour on the accent is computed: white, or dark.
  for (const { name, start } of colors.filter(({ name }) => name !== '--auth-color-on-accent'))
    assert.equal(start, widget.cssProperties!.find(known => known.name === name)!.default, name);
});

/** The names of the files in a folder of src/ with this end, without it. */
const namesIn = (folder: string, end: RegExp) =>
  readdirSync(new URL(`../../src/${folder}`, import.meta.url))
    .filter(name => end.test(name))
    .map(name => name.replace(end, ''))
    .sort();
const valuesOf = (name: string) => {
  const control = ALL_CONTROLS.find(known => known.name === name);
  return control?.kind === 'choice' ? control.values.filter(value => value !== '') : [];
};

/** The adapters that the package exports. */
function adapters(): string[] {
  const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly exports: object;
  };
  return Object.keys(exports)
    .flatMap(name => /^\.\/backends\/([\w-]+)\.js$/.exec(name)?.[1] ?? [])
    .sort();
}

test('each language, theme and adapter of the package can be chosen', () => {
  assert.deepEqual(
    Object.keys(LANGUAGES).sort(),
    namesIn('locales', /\.ts$/).filter(name => /^[a-z]{2}$/.test(name)),
  );
  assert.deepEqual(valuesOf('lang').sort(), Object.keys(LANGUAGES).sort());
  assert.deepEqual(valuesOf('look').sort(), namesIn('themes', /\.css$/));
  assert.deepEqual(valuesOf('backend').sort(), adapters());
});

test('each text of the widget has a control, those with plural forms too', () => {
  const { lang: _, ...all } = kazakh;
  assert.deepEqual([...TEXT_KEYS].sort(), [...new Set([...Object.keys(all), 'hours', 'minutes', 'seconds'])].sort());
  const templates = templatesOf(kazakh);
  for (const key of TEXT_KEYS) {
    assert.ok(templates[key], key);
    assert.equal(textsOf(readSettings(`?text.${key}=Own`, 'en'))?.[key], 'Own', key);
  }
  assert.match(templates['wrong-code']!, /\{n\}/);
});
