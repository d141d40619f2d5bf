// The components and types of the frameworks know every property of the tags, and the names of the attributes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { createElement, type ComponentType } from 'react';
import { renderToString as renderReact } from 'react-dom/server';
import { createSSRApp, h, type Component } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import * as react from '../../src/frameworks/react.js';
import * as vue from '../../src/frameworks/vue.js';

interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly attributes?: readonly { readonly name: string; readonly fieldName: string }[];
  readonly members?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly type?: { readonly text: string };
    readonly description?: string;
    readonly readonly?: boolean;
  }[];
}

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

const { modules } = JSON.parse(await read('custom-elements.json')) as {
  modules: { declarations?: Declaration[] }[];
};
const tags = modules
  .flatMap(({ declarations = [] }) => declarations)
  .filter((declaration): declaration is Required<Declaration> => declaration.tagName !== undefined);

/** The attributes whose names differ from their properties' by more than the case. `defer-hydration` is the components' own. */
const renamed = tags.flatMap(({ name: tag, attributes }) =>
  attributes
    .filter(({ name, fieldName }) => name.replaceAll('-', '') === fieldName.toLowerCase() && name !== fieldName)
    .map(attribute => ({ tag: tag as 'AuthWidget' | 'CodeInput' | 'PhoneInput', ...attribute })),
);

/** Properties that components can't take: frameworks would read their names as those of listeners. */
const CALLBACKS = ['onBack', 'onComplete'];

/** The properties of a tag that can be set. */
const settableOf = ({ members }: Required<Declaration>) =>
  members.filter(
    ({ name, kind, description, readonly }) =>
      kind === 'field' && description && !readonly && !CALLBACKS.includes(name),
  );

/** The properties of a tag without an attribute. */
const unattributedOf = (tag: Required<Declaration>) => {
  const attributed = new Set(tag.attributes.flatMap(({ name, fieldName }) => [name, fieldName]));
  return settableOf(tag).filter(({ name }) => !attributed.has(name));
};

test('props.ts has every property of the tags that can be set', async () => {
  const source = await read('src/frameworks/props.ts');
  const [, ofControls = ''] = /type ControlProperty =([^;]*);/.exec(source) ?? [];
  for (const declaration of tags) {
    const { name: tag } = declaration;
    const [, ownOnes = ''] = new RegExp(`interface ${tag}Props\\b([^;{]*)`).exec(source) ?? [];
    const known = ownOnes.includes('ControlProperty') ? ownOnes + ofControls : ownOnes;
    const settable = settableOf(declaration);
    assert.ok(settable.length > 10, tag);
    for (const { name } of settable) assert.ok(known.includes(`'${name}'`), `${tag}.${name}`);
  }
});

test('the components of React write the names of the attributes', () => {
  assert.ok(renamed.length > 5);
  for (const { tag, name, fieldName } of renamed) {
    const html = renderReact(createElement(react[tag] as ComponentType<object>, { [fieldName]: '/there' }));
    assert.match(html, new RegExp(` ${name}="/there"`), tag);
  }
});

/** The boolean attributes of HTML that an app may set on any tag. React itself takes care of `autoFocus`. */
const HTML_BOOLEANS = ['hidden', 'inert'].map(name => ({ name, fieldName: name }));

// React 19 leaves out an attribute that is false. React 18 writes the text "false", which turns the property on.
test('the components of React know which attributes are boolean', async () => {
  const source = await read('src/frameworks/react-component.ts');
  const [, known = ''] = /const ATTRIBUTES\b[^{]*\{([^}]*)\}/.exec(source) ?? [];
  const booleans = tags.flatMap(({ members, attributes }) =>
    attributes.filter(({ fieldName }) =>
      members.some(({ name, type }) => name === fieldName && /\bboolean\b/.test(type?.text ?? '')),
    ),
  );
  assert.ok(booleans.length > 5);
  for (const { name, fieldName } of [...booleans, ...HTML_BOOLEANS])
    assert.ok(known.includes(`  ${fieldName}: '${name}',`), fieldName);
});

test('the components of React set properties without an attribute themselves', () => {
  for (const tag of tags)
    for (const { name } of unattributedOf(tag)) {
      const component = react[tag.name as 'PhoneInput'] as ComponentType<object>;
      const html = renderReact(createElement(component, { [name]: 'there' }));
      assert.ok(!html.includes('there'), html);
    }
});

test('the widget of Vue writes the names of the attributes with addresses', async () => {
  const addresses = renamed.filter(({ name }) => /-(?:href|url)$/.test(name));
  assert.ok(addresses.length > 4);
  for (const { tag, name, fieldName } of addresses) {
    const app = createSSRApp({ render: () => h(vue[tag] as Component, { [fieldName]: '/there' }) });
    assert.match(await renderVue(app), new RegExp(` ${name}="/there"`), tag);
  }
});

test('the types of Solid take a text only with `prop:` if there is no attribute of its name', async () => {
  const [, listed = ''] = /type Renamed =([^;]*);/.exec(await read('types/solid.d.ts')) ?? [];
  const texts = tags.flatMap(unattributedOf).filter(({ type }) => type?.text === 'string');
  const names = [...renamed.map(({ fieldName }) => fieldName), ...texts.map(({ name }) => name)];
  assert.ok(names.includes('country'));
  for (const name of names) assert.ok(listed.includes(`'${name}'`), name);
});
