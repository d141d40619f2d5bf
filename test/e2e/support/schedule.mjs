// Which test files the runner starts one at a time, and why. Two of all other files run at once.

/** Files of test/e2e that have to run alone: each lets real time pass within limits of seconds, or needs both processors. */
export const RUN_ALONE = [
  'at-spi.test.mjs', // the order in which Firefox tells a screen reader of focus and of live regions
  'memory.test.mjs', // the heap and what is left in it after 1,000 widgets
  'password-manager.test.mjs', // keys pressed in a window, whose bubble ignores those of its first half second
  'session-storage.test.mjs', // tokens that live for 5 seconds
  'session-tabs.test.mjs', // tokens that live for 5 seconds, in up to five tabs
  'tab-lifecycle.test.mjs', // tokens that live for 5 seconds, in a hidden or frozen tab
];
