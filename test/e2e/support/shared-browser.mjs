// The browser that the test files of a process share. Programs that are no tests launch their own: browser.mjs.
import { atEndOfProcess } from '../../../scripts/suites/together.mjs';
import { launch } from './browser.mjs';

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let opening;

const close = async () => (await opening)?.close();

/**
 * Has the browser closed after the last test file of the process. A test file calls this while it loads.
 * @returns {() => Promise<import('playwright-core').Browser>} opens the browser, unless it is open. One that has crashed is replaced
 */
export function useSharedBrowser() {
  atEndOfProcess(close);
  return async () => {
    const browser = await opening;
    return browser?.isConnected() ? browser : (opening = launch());
  };
}
