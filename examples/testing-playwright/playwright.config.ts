import { defineConfig } from '@playwright/test';

// CHROMIUM=<path> selects a browser. By default it's the one that `npx playwright install chromium` has downloaded.
const executablePath = process.env.CHROMIUM;
const url = 'http://localhost:5199';

export default defineConfig({
  testDir: 'test',
  reporter: 'list',
  workers: 1,
  use: {
    baseURL: url,
    locale: 'en-GB',
    launchOptions: executablePath ? { executablePath } : {},
  },
  // Serves the app. The tests need no server for the sign-in.
  webServer: { command: 'npm run dev -- --port 5199 --strictPort', url },
});
