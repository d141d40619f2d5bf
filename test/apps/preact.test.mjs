import { setUpApp } from './support/app-test.mjs';

setUpApp('preact', { files: 'dist' });
