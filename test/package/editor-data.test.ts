// The data about the tags for editors, compared with the manifest that it is generated from (scripts/generate/editor-data.mjs).
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

interface Named {
  readonly name: string;
}

const readJson = async <T>(name: string) =>
  JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url), 'utf8')) as T;

const { modules } = await readJson<{
  modules: {
    declarations?: {
      tagName?: string;
      attributes?: Named[];
      cssProperties?: Named[];
      cssParts?: Named[];
      events?: Named[];
      slots?: Named[];
    }[];
  }[];
}>('custom-elements.json');
const elements = modules.flatMap(({ declarations = [] }) => declarations).filter(({ tagName }) => tagName);
const allNames = (key: 'cssProperties' | 'cssParts') => namesOf(elements.flatMap(element => element[key] ?? []));

/** Each name once, sorted. */
const namesOf = (items: readonly Named[] = []) => [...new Set(items.map(({ name }) => name))].sort();

test('the manifest has three tags, with attributes, custom properties and parts', () => {
  assert.deepEqual(elements.map(({ tagName }) => tagName).sort(), ['auth-widget', 'code-input', 'phone-input']);
  for (const { tagName, attributes, cssProperties, cssParts } of elements)
    assert.ok(attributes?.length && cssProperties?.length && cssParts?.length, tagName);
});

test('VS Code knows every tag with its attributes, and the values of those that have a few', async () => {
  const { tags } = await readJson<{
    tags: { name: string; description: string; attributes: { name: string; values: Named[] }[] }[];
  }>('vscode.html-custom-data.json');
  assert.equal(tags.length, elements.length);
  for (const { tagName, attributes, events = [], slots = [] } of elements) {
    const tag = tags.find(({ name }) => name === tagName);
    assert.deepEqual(namesOf(tag?.attributes), namesOf(attributes), tagName);
    for (const { name } of [...events, ...slots]) assert.ok(tag?.description.includes(`**${name}**`), name);
  }
  const valuesOf = (tag: string, attribute: string) =>
    namesOf(tags.find(({ name }) => name === tag)?.attributes.find(({ name }) => name === attribute)?.values);
  assert.deepEqual(valuesOf('auth-widget', 'mode'), ['login', 'phone-login', 'phone-register', 'register']);
  assert.deepEqual(valuesOf('code-input', 'alphabet'), ['alphanumeric', 'digits']);
});

test('VS Code knows every custom property and every part, once', async () => {
  const { properties, pseudoElements } = await readJson<{ properties: Named[]; pseudoElements: Named[] }>(
    'vscode.css-custom-data.json',
  );
  assert.deepEqual(properties.map(({ name }) => name).sort(), allNames('cssProperties'));
  assert.deepEqual(
    pseudoElements.map(({ name }) => name).sort(),
    allNames('cssParts').map(name => `::part(${name})`),
  );
});

test('JetBrains knows every tag with its attributes, events and slots, every custom property and part', async () => {
  const manifest = await readJson<{ version: string }>('package.json');
  const { version, contributions } = await readJson<{
    version: string;
    contributions: {
      html: { elements: { name: string; attributes: Named[]; events: Named[]; slots: Named[] }[] };
      css: { properties: Named[]; 'pseudo-elements': Named[] };
    };
  }>('web-types.json');
  assert.equal(version, manifest.version);
  assert.equal(contributions.html.elements.length, elements.length);
  for (const { tagName, attributes, events, slots } of elements) {
    const element = contributions.html.elements.find(({ name }) => name === tagName);
    assert.deepEqual(namesOf(element?.attributes), namesOf(attributes), tagName);
    assert.deepEqual(namesOf(element?.events), namesOf(events), tagName);
    assert.deepEqual(namesOf(element?.slots), namesOf(slots), tagName);
  }
  assert.deepEqual(namesOf(contributions.css.properties), allNames('cssProperties'));
  assert.deepEqual(
    namesOf(contributions.css['pseudo-elements']),
    allNames('cssParts').map(name => `part(${name})`),
  );
});
