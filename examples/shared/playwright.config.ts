// Tests the app in the current folder: an example (`playwright test -c ../shared`), or an app with a copy of this file.
import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';

// CHROMIUM=<path> selects a browser. By default it's the one that `npx playwright install chromium` has downloaded.
const executablePath = process.env.CHROMIUM;
// The app gets a free port. Each worker of Playwright runs this file again, and takes the port from the environment.
const FIND_PORT = `const server = require('node:net').createServer();
server.listen(0, '127.0.0.1', () => { process.stdout.write(String(server.address().port)); server.close(); });`;
const port = (process.env.APP_PORT ??= execFileSync(process.execPath, ['--eval', FIND_PORT], { encoding: 'utf8' }));
// APP_URL=<address> names an app that already runs. By default, the app is built and started.
const { APP_URL: url = `http://127.0.0.1:${port}` } = process.env;

export default defineConfig({
  testDir: 'test',
  outputDir: `${process.cwd()}/test-results`,
  reporter: 'list',
  use: { baseURL: url, locale: 'en-GB', launchOptions: executablePath ? { executablePath } : {} },
  ...(process.env.APP_URL === undefined && {
    webServer: {
      command: 'npm run build && npm start',
      cwd: process.cwd(),
      env: { HOST: '127.0.0.1', PORT: port },
      timeout: 120_000,
      url,
    },
  }),
});
