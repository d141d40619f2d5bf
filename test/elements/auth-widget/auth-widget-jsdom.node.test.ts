import { testElementsIn } from '../../support/test-dom-tests.js';

await testElementsIn('jsdom');
