import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unusedLit } from './scripts/without-unused-lit.mjs';
import { unusedXState } from './scripts/without-unused-xstate.mjs';
import { withoutUnused } from './scripts/without-unused.mjs';
import { isFull } from './test/support/full.mjs';
import { browserCommands } from './test/support/wtr/commands.mjs';
import { launchers, webkitWithMoreContrast } from './test/support/wtr/engines.mjs';
import { contactSheetCommands } from './test/support/wtr/contact-sheet.mjs';
import { frameworks } from './test/support/wtr/frameworks.mjs';
import { pictureCommands } from './test/support/wtr/pictures.mjs';
import { publishedLit } from './test/support/wtr/published-lit.mjs';
import { countReporter } from './test/support/wtr/reporter.mjs';
import { typing } from './test/support/wtr/typing.mjs';

// ENGINES=chromium,firefox,webkit chooses the engines, WTR_FILES the test files. Tests whose name ends in .node.test.ts,
// and those of the rooms without a DOM, run in Node instead.
// With IN_ALL_ENGINES=typing, only the tests of typing (test/support/wtr/typing.mjs) run in all chosen engines. The others run in Chromium
// alone, and not at all if it isn't chosen. IN_ALL_ENGINES isn't for use with WTR_FILES.
const engines = (process.env.ENGINES ?? 'chromium').split(',');
const chosenFiles = process.env.WTR_FILES?.split(',');
const FILES = ['test/{demo,elements,frameworks,histories,testing}/**/*.test.ts', '!test/**/*.node.test.ts'];
const isSplit = process.env.IN_ALL_ENGINES === 'typing';

/** The tests of system settings. In WebKitGTK they run a second time, in a window with more contrast and less motion. */
const MEDIA_FEATURES = 'test/elements/media-features.test.ts';
const hasMediaGroup = engines.includes('webkit') && (chosenFiles?.includes(MEDIA_FEATURES) ?? !isSplit);

const browsers = engines.map(name => {
  if (!(name in launchers)) throw new Error(`ENGINES: there is no engine ${name}`);
  return launchers[/** @type {keyof typeof launchers} */ (name)]();
});

export default {
  files: chosenFiles ?? (isSplit ? typing : FILES),
  groups: [
    ...(isSplit && engines.includes('chromium')
      ? [
          {
            name: 'in Chromium',
            files: [...FILES, ...typing.map(file => `!${file}`)],
            browsers: [browsers[engines.indexOf('chromium')]],
          },
        ]
      : []),
    ...(hasMediaGroup
      ? [{ name: 'media features', files: [MEDIA_FEATURES], browsers: [webkitWithMoreContrast()] }]
      : []),
  ],
  nodeResolve: { exportConditions: ['development'] },
  plugins: [
    frameworks(),
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)),
    }),
    publishedLit(),
    {
      name: 'full',
      // A page has no environment variables, so the module is served with the value.
      serve: (/** @type {{ path: string }} */ { path }) =>
        path === '/test/support/full.mjs'
          ? readFileSync(new URL(`.${path}`, import.meta.url), 'utf8').replace("process.env.FULL === '1'", `${isFull}`)
          : undefined,
    },
    {
      name: 'without-unused',
      transform(/** @type {{ url: string, body: unknown }} */ { url, body }) {
        const library = [unusedXState, unusedLit].find(({ includes }) => includes(url));
        return library && typeof body === 'string' ? withoutUnused(body, library) : undefined;
      },
    },
    browserCommands(),
    pictureCommands(),
    contactSheetCommands(),
  ],
  browsers,
  concurrentBrowsers: 3,
  concurrency: 1, // per engine: its test files share one clipboard, and only one window has the focus
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 180_000,
  // Axe takes longer than mocha's 2 s on a busy machine. In WebKitGTK, the first of a file's eleven tests took more than 20 s beside linters
  // and two other browsers. Alone, that whole file takes 7 s.
  testFramework: { config: { ui: 'bdd', timeout: 60_000 } },
  filterBrowserLogs: (/** @type {{ args: unknown[] }} */ { args }) => !String(args[0]).includes('Lit is in dev mode'),
  reporters: [defaultReporter({ reportTestProgress: !process.env.CI }), countReporter()],
};
