// The flags of every Chromium that the tests, the benchmarks and the scripts start. The tests inside examples/ and the benchmark of attacks
// (server/bench/attack/browser-speed.ts) start theirs without them.

/**
 * The features of the pages that show the suggestions of the address bar. Headless Chromium has an address bar too: each new window
 * loads both pages, in a process of their own, which took 15 % of the CPU time of an end-to-end test (Chromium 156).
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * Returns the flag that disables the pages of the address bar, and other features. Of several such flags, Chromium reads the last.
 * @param {readonly string[]} others
 */
export const disableFeatures = others => `--disable-features=${[...ADDRESS_BAR, ...others].join(',')}`;

/** @type {readonly string[]} */
export const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking', // otherwise Chromium calls its update and metrics servers
  '--disable-component-update',
  '--disable-sync',
  disableFeatures([]),
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // its sandbox doesn't work as root, as in a container
];
