import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, disableFeatures } from '../../../scripts/engines/chromium-flags.mjs';
import { requireEngine } from '../../../scripts/engines/find-engines.mjs';

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
