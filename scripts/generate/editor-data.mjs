// Writes the data about the tags for editors, from custom-elements.json, as a part of `npm run manifest`:
//   vscode.html-custom-data.json, vscode.css-custom-data.json   for VS Code
//   web-types.json                                              for the editors of JetBrains
// --check writes nothing, and fails if one of them is out of date.
import { getWebTypesData } from 'custom-element-jet-brains-integration';
import { getVsCodeCssCustomData, getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';
import { readFileSync, writeFileSync } from 'node:fs';

/** Aliases of types with a few values. Editors offer the values only if the type is written out. */
const ALIASES = { AuthMode: 'src/core/modes.ts', CodeAlphabet: 'src/core/code.ts' };

/** Reads the manifest, with the aliases replaced by their types. */
function readManifest() {
  let manifest = readFileSync('custom-elements.json', 'utf8');
  for (const [name, file] of Object.entries(ALIASES)) {
    const type = new RegExp(`export type ${name} = ([^;]+);`).exec(readFileSync(file, 'utf8'))?.[1];
    if (!type) throw new Error(`${file} has no type ${name}`);
    manifest = manifest.replace(new RegExp(`("text": "[^"]*)\\b${name}\\b`, 'g'), `$1${type}`);
  }
  return JSON.parse(manifest);
}

/**
 * Each item once: a part or a property has the same meaning in all tags, and VS Code shows every entry.
 * @param {{ name: string }[]} items
 */
const unique = items => items.filter(({ name }, index) => items.findIndex(other => other.name === name) === index);

/** The files, each with the generator that makes it from the manifest. */
const GENERATORS = {
  'vscode.html-custom-data.json': getVsCodeHtmlCustomData,
  'vscode.css-custom-data.json': getVsCodeCssCustomData,
  'web-types.json': getWebTypesData,
};

for (const [name, generate] of Object.entries(GENERATORS)) {
  const text = generate(readManifest(), { hideLogs: true });
  // The generators write this for a custom property without a default.
  const data = JSON.parse(text.replaceAll(' _(default: undefined)_', ''));
  if (name === 'vscode.css-custom-data.json') {
    data.properties = unique(data.properties);
    data.pseudoElements = unique(data.pseudoElements);
  }
  const content = `${JSON.stringify(data, null, 2)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(name, content);
  else if (readFileSync(name, 'utf8') !== content) {
    console.error(`${name} is out of date: run \`npm run manifest\`.`);
    process.exitCode = 1;
  }
}
