import { chromium } from 'playwright-core';

const isRoot = process.getuid?.() === 0;
// Chromium calls home unless it is told not to; root needs the sandbox off.
const ARGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  ...(isRoot ? ['--no-sandbox'] : []),
];

/**
 * Launches the Chromium of the system, or the one that `CHROMIUM` names.
 * @param {import('playwright-core').LaunchOptions} [options]
 */
export const launch = options =>
  chromium.launch({ ...options, executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGS });
