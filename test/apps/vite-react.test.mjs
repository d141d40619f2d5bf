import { setUpApp } from './support/app-test.mjs';

setUpApp('vite-react', { files: 'dist' });
