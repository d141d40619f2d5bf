import { testGuardedRoute } from './support/app-stories.mjs';
import { setUpApp } from './support/app-test.mjs';

const appTest = setUpApp('react-router', {
  command: ['../node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
});

testGuardedRoute(appTest);
