// The code to copy: the settings of the playground as an HTML page, as a component of each framework, and as a client without an element.
// test/demo/snippets.node.test.ts compiles all of these for a few settings.
import type { Framework } from './controls.js';
import { embeddingOf, quote, type Embedding } from './embedding.js';
import type { Settings } from './settings.js';

/** One file of a snippet. */
export interface CodeFile {
  readonly name: string;
  readonly code: string;
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const camelCase = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const indent = (lines: readonly string[], by = '  '): string[] => lines.map(line => (line ? by + line : line));

const attribute = ([name, value]: readonly [string, string | true]): string =>
  value === true ? name : `${name}="${escapeAttribute(value)}"`;

/** The opening tag, followed by `end`: on one line if that fits into 80 characters. */
function tag(name: string, attributes: readonly string[], end: string): string[] {
  const line = [`<${name}`, ...attributes].join(' ');
  return line.length + end.length <= 80 ? [line + end] : [`<${name}`, ...indent(attributes), end.trimStart()];
}

/** The lines that declare a constant for each property. `isTyped` adds the type where TypeScript needs it. */
function declarations({ properties }: Embedding, isTyped: boolean): string[] {
  return properties.flatMap(({ name, lines, type }) => {
    const [first = '', ...others] = lines;
    const declared = `const ${name}${isTyped && type ? `: ${type[0]}` : ''} = ${first}`;
    const all = [declared, ...others];
    return [...all.slice(0, -1), `${all.at(-1)};`];
  });
}

function importLines({ properties, modules }: Embedding, isTyped: boolean, own: readonly string[] = []): string[] {
  const byModule = new Map<string, string[]>();
  for (const { imports, type } of properties)
    for (const [name, from] of [...imports, ...(isTyped && type ? [[`type ${type[0]}`, type[1]] as const] : [])])
      byModule.set(from, [...(byModule.get(from) ?? []), name]);
  return [
    ...own,
    ...[...byModule].map(([from, names]) => `import { ${names.join(', ')} } from 'auth-widget/${from}';`),
    ...modules.map(module => `import 'auth-widget/${module}';`),
  ];
}

function styleSheet({ css, theme }: Embedding): CodeFile[] {
  const lines = [...(theme ? [`@import 'auth-widget/themes/${theme}.css';`] : []), ...(css ? [css] : [])];
  return lines.length > 0 ? [{ name: 'styles.css', code: lines.join('\n\n') }] : [];
}

const join = (...parts: readonly (readonly string[])[]): string =>
  parts
    .filter(part => part.length > 0)
    .map(part => part.join('\n'))
    .join('\n\n');

const GREETING = "console.log('Hello', event.displayName)";

function html(embedding: Embedding): CodeFile[] {
  const { address, modules, attributes, properties, css, theme } = embedding;
  const imports = properties.flatMap(property => property.imports);
  const files = ['auth-widget.min.js', ...modules];
  const script = [
    // The one file exports the client too.
    ...imports.map(
      ([name, from]) => `import { ${name} } from '${address}/${from === 'client' ? 'auth-widget.min.js' : from}';`,
    ),
    "const widget = document.querySelector('auth-widget');",
    ...declarations(embedding, false),
    ...bound(embedding).map(name => `widget.${name} = ${name};`),
    `widget.addEventListener('auth-signed-in', event => ${GREETING});`,
  ];
  return [
    {
      name: 'index.html',
      code: join(
        [
          ...files.map(file => `<script type="module" src="${address}/${file}"></script>`),
          ...(theme ? [`<link rel="stylesheet" href="${address}/themes/${theme}.css" />`] : []),
        ],
        css ? ['<style>', ...indent(css.split('\n')), '</style>'] : [],
        tag('auth-widget', attributes.map(attribute), '></auth-widget>'),
        ['<script type="module">', ...indent(script), '</script>'],
      ),
    },
  ];
}

/** The names of the properties that the element is given, by its tag or by a script. `backend` is left out if there is a client, which has it already. */
const bound = ({ properties }: Embedding): string[] =>
  properties.map(({ name }) => name).filter((name, _, names) => name !== 'backend' || !names.includes('client'));

function jsx(embedding: Embedding, framework: 'react' | 'preact' | 'solid'): CodeFile[] {
  const isReact = framework === 'react';
  const name = isReact ? 'AuthWidget' : 'auth-widget';
  const listener = { react: 'onAuthSignedIn', preact: 'onauth-signed-in', solid: 'on:auth-signed-in' }[framework];
  const attributes = [
    ...embedding.attributes.map(([key, value]) => attribute([isReact ? camelCase(key) : key, value])),
    ...bound(embedding).map(key => `${key}={${key}}`),
    `${listener}={event => ${GREETING}}`,
  ];
  const own = isReact ? "import { AuthWidget } from 'auth-widget/react';" : `import 'auth-widget/${framework}';`;
  return [
    {
      name: 'sign-in.tsx',
      code: join(importLines(embedding, true, [own]), declarations(embedding, true), [
        'export const SignIn = () => (',
        ...indent([`<${name}`, ...indent(attributes), '/>']),
        ');',
      ]),
    },
    ...styleSheet(embedding),
  ];
}

function vue(embedding: Embedding): CodeFile[] {
  const attributes = [
    ...embedding.attributes.map(attribute),
    ...bound(embedding).map(key => `:${key}="${key}"`),
    '@auth-signed-in="greet"',
  ];
  const script = join(
    importLines(embedding, true, ["import { AuthWidget, type AuthSignedInEvent } from 'auth-widget/vue';"]),
    [
      ...declarations(embedding, true),
      "const greet = (event: AuthSignedInEvent) => console.log('Hello', event.displayName);",
    ],
  );
  return [
    {
      name: 'SignIn.vue',
      code: join(
        ['<script setup lang="ts">', script, '</script>'],
        ['<template>', ...indent(['<AuthWidget', ...indent(attributes), '/>']), '</template>'],
      ),
    },
    ...styleSheet(embedding),
  ];
}

function svelte(embedding: Embedding): CodeFile[] {
  const keys = bound(embedding);
  const imports = importLines(embedding, true, [
    keys.length > 0 ? "import { authWidget } from 'auth-widget/svelte';" : "import 'auth-widget/svelte';",
  ]);
  const attributes = [
    ...embedding.attributes.map(attribute),
    `onauth-signed-in={event => ${GREETING}}`,
    ...(keys.length > 0 ? [`{@attach authWidget({ ${keys.join(', ')} })}`] : []),
  ];
  const script = join(imports, declarations(embedding, true)).split('\n');
  return [
    {
      name: 'SignIn.svelte',
      code: join(
        ['<script lang="ts">', ...indent(script), '</script>'],
        ['<auth-widget', ...indent(attributes), '></auth-widget>'],
      ),
    },
    ...styleSheet(embedding),
  ];
}

function angular(embedding: Embedding): CodeFile[] {
  const attributes = [
    ...embedding.attributes.map(attribute),
    ...bound(embedding).map(key => `[${key}]="${key}"`),
    '(auth-signed-in)="greet($event)"',
  ];
  const own = [
    "import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';",
    "import type { AuthSignedInEvent } from 'auth-widget';",
    "import 'auth-widget/define/auth-widget.js';",
  ];
  return [
    {
      name: 'sign-in.ts',
      code: join(importLines(embedding, true, own), declarations(embedding, true), [
        '@Component({',
        "  selector: 'app-sign-in',",
        '  schemas: [CUSTOM_ELEMENTS_SCHEMA],',
        '  template: `',
        ...indent(['<auth-widget', ...indent(attributes), '></auth-widget>'], '    '),
        '  `,',
        '})',
        'export class SignIn {',
        ...bound(embedding).map(key => `  protected readonly ${key} = ${key};`),
        '  protected greet(event: AuthSignedInEvent) {',
        `    ${GREETING};`,
        '  }',
        '}',
      ]),
    },
    ...styleSheet(embedding),
  ];
}

/** The client without an element. Of the attributes, only the address is in its code. */
function client(embedding: Embedding): CodeFile[] {
  const properties = embedding.properties.filter(({ name }) => name !== 'client');
  const isOffered = (name: string) => properties.some(property => property.name === name);
  const options = ['backend', 'store', 'challenge', 'texts'].filter(isOffered);
  const own = { ...embedding, properties, modules: [] };
  return [
    {
      name: 'auth.ts',
      code: join(
        importLines(
          { ...own, properties: properties.map(({ name, imports, lines }) => ({ name, imports, lines })) },
          true,
          [
            `import { AuthClient${properties
              .flatMap(({ type }) => (type ? [`, type ${type[0]}`] : []))
              .join('')} } from 'auth-widget/client';`,
          ],
        ),
        declarations(own, true),
        [
          `export const client = new AuthClient({ ${[`baseUrl: ${quote(embedding.address)}`, ...options].join(', ')} });`,
          '',
          'await client.tryAutoLogin();',
          'client.subscribe(({ isAuthenticated, displayName }) => console.log(isAuthenticated, displayName));',
        ],
      ),
    },
  ];
}

/** The files of a framework for these settings. */
export function snippetOf(framework: Framework, settings: Settings): readonly CodeFile[] {
  const embedding = embeddingOf(settings);
  switch (framework) {
    case 'html':
      return html(embedding);
    case 'vue':
      return vue(embedding);
    case 'svelte':
      return svelte(embedding);
    case 'angular':
      return angular(embedding);
    case 'client':
      return client(embedding);
    default:
      return jsx(embedding, framework);
  }
}
