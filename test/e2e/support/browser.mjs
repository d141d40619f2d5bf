import { chromium } from 'playwright-core';
import { requireEngine } from '../../../scripts/engines/find-engines.mjs';

/** Flags for every Chromium of the tests. */
export const FLAGS = [
  '--disable-gpu',
  '--disable-background-networking', // otherwise Chromium calls its update and metrics servers
  '--disable-component-update',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // its sandbox doesn't work as root
];

/**
 * Launches Chromium, Chrome or Edge.
 * @param {Omit<import('playwright-core').LaunchOptions, 'executablePath' | 'args'>} [options]
 */
export const launch = options =>
  chromium.launch({ ...options, executablePath: requireEngine('chromium'), args: FLAGS });
