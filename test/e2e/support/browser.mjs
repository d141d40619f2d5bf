import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, disableFeatures } from '../../../scripts/engines/chromium-flags.mjs';
import { requireEngine } from '../../../scripts/engines/find-engines.mjs';
import { atEndOfProcess } from '../../../scripts/suites/together.mjs';

/** What Playwright switches off (`disabledFeatures` in its sources), as far as it concerns a headless Chromium on Linux. */
const DISABLED_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Launches Chromium, Chrome or Edge.
 * @param {Omit<import('playwright-core').LaunchOptions, 'executablePath' | 'args'>} [options]
 */
export const launch = options =>
  chromium.launch({
    ...options,
    executablePath: requireEngine('chromium'),
    args: [...CHROMIUM_FLAGS, disableFeatures(DISABLED_BY_PLAYWRIGHT)],
  });

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let shared;

const closeShared = async () => (await shared)?.close();

/**
 * The browser that the test files of a process share. To be called as a file loads; what it returns is called before the tests.
 * @returns {() => Promise<import('playwright-core').Browser>} opens the browser, if it is not open yet or has crashed
 */
export function useSharedBrowser() {
  atEndOfProcess(closeShared);
  return async () => {
    const browser = await shared;
    return browser?.isConnected() ? browser : (shared = launch());
  };
}
