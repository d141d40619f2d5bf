import { setUpApp } from './support/app-test.mjs';

setUpApp('solid', { files: 'dist' });
