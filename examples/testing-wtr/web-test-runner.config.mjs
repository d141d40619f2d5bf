import { chromeLauncher } from '@web/test-runner-chrome';

// CHROMIUM=<path> selects a browser. By default it's the Chrome installed on this computer.
const executablePath = process.env.CHROMIUM;

export default {
  files: 'src/*.test.js',
  nodeResolve: true,
  browsers: [
    chromeLauncher({
      launchOptions: {
        ...(executablePath && { executablePath }),
        args: process.getuid?.() === 0 ? ['--no-sandbox'] : [], // Chrome's sandbox doesn't work as root
      },
    }),
  ],
};
