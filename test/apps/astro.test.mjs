import { testServedScreen } from './support/app-stories.mjs';
import { setUpApp } from './support/app-test.mjs';

testServedScreen(setUpApp('astro', { command: ['dist/server/entry.mjs'] }));
