// `node --import ./scripts/suites/typescript.mjs` runs TypeScript for `npm test`, in place of `node --import tsx`. Twelve test files
// of client, elements and server take 13.2 s of processor time in all with it, and 19.5 s with tsx, which also handles CommonJS,
// JSX, paths of tsconfig.json and modules of node_modules/. No test needs those.
import { register } from 'node:module';

process.setSourceMapsEnabled(true); // the stacks of errors name the lines of the TypeScript
register('./typescript-hooks.mjs', import.meta.url);
