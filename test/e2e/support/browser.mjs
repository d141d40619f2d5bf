import { chromium } from 'playwright-core';
import { requireEngine } from '../../../scripts/engines/find-engines.mjs';

/** Flags for every Chromium of the tests. */
export const FLAGS = [
  '--disable-gpu',
  '--disable-background-networking', // Chromium calls home otherwise
  '--disable-component-update',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // as root it has no sandbox
];

/**
 * Launches Chromium, Chrome or Edge.
 * @param {Omit<import('playwright-core').LaunchOptions, 'executablePath' | 'args'>} [options]
 */
export const launch = options =>
  chromium.launch({ ...options, executablePath: requireEngine('chromium'), args: FLAGS });
