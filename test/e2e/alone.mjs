// The files that `npm test` runs one at a time, after all others, of which it runs several at once.
export const alone = [
  'at-spi.test.mjs', // the order in which Firefox reports focus and live regions
  'password-manager.test.mjs', // keys pressed in a window whose bubble ignores them in its first half second
];
