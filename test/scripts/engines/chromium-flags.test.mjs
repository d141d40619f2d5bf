// The flags that Chromium is started with.
import assert from 'node:assert/strict';
import test from 'node:test';
import puppeteer from 'puppeteer-core';
import { CHROMIUM_FLAGS } from '../../../scripts/engines/chromium-flags.mjs';
import { findEngine } from '../../../scripts/engines/find-engines.mjs';
import { chromiumOptions } from '../../support/wtr/engines.mjs';

const skip = findEngine('chromium') ? false : 'no Chromium';

test('each Chromium that Puppeteer starts has the same flags', { skip }, () => {
  const flags = [...CHROMIUM_FLAGS];
  const first = puppeteer.defaultArgs(chromiumOptions());
  assert.deepEqual(puppeteer.defaultArgs(chromiumOptions()), first);
  assert.match(
    first.find(flag => flag.startsWith('--disable-features=')) ?? '',
    /WebUIOmniboxPopup,WebUIOmniboxAimPopup/,
  );
  assert.deepEqual(CHROMIUM_FLAGS, flags);
});
