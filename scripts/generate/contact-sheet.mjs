// npm run contact-sheet: pictures of every screen in every language, theme and scheme at three widths, on one page:
// out/contact-sheet/index.html. Arguments choose some: npm run contact-sheet -- lang=en,ru theme=paper scheme=dark width=320.
// No screen is wider than 420 px: the width 1200 stands for a wide window, with space around the widget.
// `root=26` sets the font size of the page in px, `contrast=more` and `forcedColors=active` what a person asks of the system.
// `npm run contact-sheet -- peers` takes pictures of the first screen beside the sign-in forms of others: bench/peers/sheet.mjs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listLanguages } from '../package-entries.mjs';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
const out = `${cwd}out/contact-sheet/`;
process.chdir(cwd);

if (process.argv[2] === 'peers')
  process.exit(spawnSync(process.execPath, ['bench/peers/sheet.mjs'], { stdio: 'inherit' }).status ?? 1);

const chosen = Object.fromEntries(process.argv.slice(2).map(argument => argument.split('=')));
/**
 * The chosen values of an option, or all.
 * @param {string} name
 * @param {readonly string[]} all
 * @returns {readonly string[]}
 */
const valuesOf = (name, all) => chosen[name]?.split(',') ?? all;

const languages = ['en', 'ru', ...listLanguages()];
const { root = '16', contrast = 'no-preference', forcedColors = 'none' } = chosen;
const strips = valuesOf('theme', ['default', 'graphite', 'paper', 'aurora']).flatMap(theme =>
  valuesOf('scheme', ['light', 'dark']).flatMap(scheme =>
    valuesOf('width', ['320', '360', '1200']).flatMap(width =>
      valuesOf('lang', languages).map(lang => {
        const name = [theme, scheme, width, lang].join('-');
        return { name, theme, scheme, lang, width: Number(width), root: Number(root), contrast, forcedColors };
      }),
    ),
  ),
);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
writeFileSync(`${out}strips.json`, JSON.stringify(strips));
const { status } = spawnSync('npm', ['exec', '--no', 'wtr'], {
  stdio: 'inherit',
  env: { ...process.env, ENGINES: 'chromium', WTR_FILES: 'test/elements/contact-sheet.ts' },
  shell: process.platform === 'win32', // npm is a .cmd file there
});
const figures = strips.map(
  ({ name }) => `<figure><figcaption>${name}</figcaption><img loading="lazy" src="${name}.png" alt=""></figure>`,
);
writeFileSync(
  `${out}index.html`,
  `<!doctype html><meta charset="utf-8"><title>Contact sheet</title>
<style>body { font: 14px system-ui, sans-serif } figure { margin: 0 0 24px } figcaption { position: sticky; inset-block-start: 0 }</style>
${figures.join('\n')}\n`,
);
console.log(`${out}index.html has ${strips.length} strips.`);
process.exitCode = status ?? 1;
