import { chromeLauncher } from '@web/test-runner-chrome';

// CHROMIUM=<path> chooses a browser; otherwise it is the Chrome of this computer.
const executablePath = process.env.CHROMIUM;

export default {
  files: 'src/*.test.js',
  nodeResolve: true,
  browsers: [
    chromeLauncher({
      launchOptions: {
        ...(executablePath && { executablePath }),
        args: process.getuid?.() === 0 ? ['--no-sandbox'] : [], // as root it has no sandbox
      },
    }),
  ],
};
