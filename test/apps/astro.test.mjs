import { setUpApp } from './support/app-test.mjs';

setUpApp('astro', { command: ['dist/server/entry.mjs'] });
