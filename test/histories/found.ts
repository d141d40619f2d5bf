import type { Step } from './steps.js';

/**
 * Histories that found something, in the rules, in the sources or in a fault that was put into them, by what must hold in
 * them.
 */
export const FOUND: readonly {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Whether the clients restore a stored session when they are made; true by default. */
  readonly restores?: boolean;
}[] = [
  {
    name: 'a name that is sent at once, in the synchronous part of the operation, belongs to it',
    steps: [
      { do: 'request code', client: 1, phone: '79037654321' },
      { do: 'wait', seconds: 0.05 },
      { do: 'submit code', client: 1, code: 'right' },
      { do: 'wait', seconds: 400 },
      { do: 'submit code', client: 0, code: 'right', name: 'Boris' },
    ],
  },
  {
    name: 'a session that another tab writes while a code is awaited replaces the flow of a client that is observed again',
    steps: [
      { do: 'stop observing', client: 0 },
      { do: 'sign in', client: 2, login: 'anna', password: 'correct horse' },
      { do: 'request code', client: 0, phone: '79161234567' },
      { do: 'wait', seconds: 5 },
      { do: 'observe', client: 0 },
    ],
  },
  {
    name: 'a restore that comes while a code is asked for leaves that flow alone',
    steps: [
      { do: 'sign in', client: 0, login: 'anna', password: 'correct horse' },
      { do: 'wait for call', call: 'PUT session' },
      { do: 'reload', tab: 0 },
      { do: 'request code', client: 1, phone: '79161234567', name: 'Boris' },
      { do: 'restore', client: 1 },
      { do: 'wait', seconds: 0.03 },
    ],
  },
  {
    name: 'a sign-out while a renewal is under way: the answer does not bring the session back',
    steps: [
      { do: 'sign in', client: 0, login: 'anna', password: 'correct horse' },
      { do: 'wait for call', call: 'PUT session' },
      { do: 'sign out', client: 2 },
    ],
  },
  {
    name: 'a name that was typed for one number is not sent for another',
    steps: [
      { do: 'request code', client: 0, phone: '79161234567', name: 'Boris' },
      { do: 'wait', seconds: 0.05 },
      { do: 'go back', client: 0 },
      { do: 'request code', client: 0, phone: '79037654321' },
      { do: 'wait', seconds: 0.05 },
      { do: 'submit code', client: 0, code: 'right' },
      { do: 'wait', seconds: 0.1 },
    ],
  },
  {
    name: 'a storage that is cleared in another tab signs out',
    steps: [
      { do: 'sign in', client: 0, login: 'anna', password: 'correct horse' },
      { do: 'wait', seconds: 0.1 },
      { do: 'clear storage' },
      { do: 'wait', seconds: 5 },
    ],
  },
  {
    name: 'a session of another tab is shown by clients that nobody observes, in a tab without any other',
    steps: [
      { do: 'stop observing', client: 2 },
      { do: 'stop observing', client: 3 },
      { do: 'sign in', client: 0, login: 'anna', password: 'correct horse' },
    ],
  },
  {
    name: 'a name that comes with a code that was rejected before is kept for the right code',
    restores: false,
    steps: [
      { do: 'request code', client: 0, phone: '79037654321' },
      { do: 'wait', seconds: 5 },
      { do: 'submit code', client: 0, code: '000000', name: 'Vera' },
      { do: 'wait', seconds: 0.05 },
      { do: 'submit code', client: 0, code: '000000', name: 'Boris' },
      { do: 'submit code', client: 0, code: 'right' },
      { do: 'wait', seconds: 0.03 },
    ],
  },
  {
    name: 'a name that comes with a code that was rejected before, while the right one is under way, is kept for it',
    restores: false,
    steps: [
      { do: 'request code', client: 0, phone: '79037654321', name: 'Vera' },
      { do: 'wait', seconds: 0.05 },
      { do: 'submit code', client: 0, code: '000000' },
      { do: 'wait', seconds: 0.1 },
      { do: 'submit code', client: 0, code: 'right' },
      { do: 'submit code', client: 0, code: '000000', name: 'Boris' },
      { do: 'wait for call', call: 'PUT session' },
    ],
  },
  {
    name: 'a session that ends, and begins again for the same account before another tab hears of it',
    restores: false,
    steps: [
      { do: 'sign in', client: 0, login: 'anna', password: 'correct horse' },
      { do: 'wait for call', call: 'PUT session' },
      { do: 'reload', tab: 0 },
      { do: 'sleep', seconds: 4000 },
      { do: 'sign in', client: 2, login: 'anna', password: 'correct horse' },
      { do: 'wait', seconds: 0.03 },
    ],
  },
  {
    name: 'a tab that finds the lock held for 15 seconds by two renewals of another tab, the second of which is slow, renews too',
    restores: false,
    steps: [
      { do: 'sign in', client: 0, login: 'anna', password: 'correct horse' },
      { do: 'wait', seconds: 0.3 },
      { do: 'disturb', call: 'PUT session', how: 'is never answered' },
      { do: 'set clock', seconds: -86400 },
      { do: 'disturb', call: 'PUT session', how: 'is slow' },
      { do: 'wait', seconds: 400 },
    ],
  },
  {
    name: 'a restore while a code is awaited over a session that needs a name leaves that flow alone',
    restores: false,
    steps: [
      { do: 'request code', client: 0, phone: '79037654321' },
      { do: 'wait', seconds: 0.1 },
      { do: 'submit code', client: 0, code: 'right' },
      { do: 'wait for call', call: 'PUT session' },
      { do: 'request code', client: 1, phone: '79161234567', name: 'Boris' },
      { do: 'wait', seconds: 400 },
      { do: 'restore', client: 1 },
      { do: 'reload', tab: 1 },
    ],
  },
  {
    // Seed 436262332.
    name: 'a session whose name another tab has just stored is not ended by leaving the name step',
    restores: false,
    steps: [
      { do: 'request code', client: 0, phone: '79037654321', name: 'Boris' },
      { do: 'wait', seconds: 0.3 },
      { do: 'submit code', client: 0, code: 'right', name: 'Boris' },
      { do: 'wait', seconds: 0.03 },
      { do: 'wait', seconds: 0.05 },
      { do: 'go back', client: 2 },
    ],
  },
  {
    // Seed 1289768156.
    name: 'a name is being sent as another tab ends its session: who leaves the name step at that moment sees no message',
    restores: false,
    steps: [
      { do: 'request code', client: 0, phone: '79037654321' },
      { do: 'wait', seconds: 0.3 },
      { do: 'submit code', client: 0, code: 'right' },
      { do: 'wait', seconds: 400 },
      { do: 'submit code', client: 2, code: 'right', name: 'Boris' },
      { do: 'go back', client: 0 },
      { do: 'go back', client: 2 },
    ],
  },
  {
    // Seed 267246867.
    name: 'a session that another tab stores as a code is sent replaces the flow of a client that nobody observes',
    restores: false,
    steps: [
      { do: 'stop observing', client: 0 },
      { do: 'stop observing', client: 1 },
      { do: 'sign in', client: 2, login: 'anna', password: 'correct horse' },
      { do: 'request code', client: 0, phone: '79161234567' },
    ],
  },
  {
    // Seed 840783100.
    name: 'a session that another tab stores as a code is refused replaces the code screen and its message',
    restores: false,
    steps: [
      { do: 'stop observing', client: 0 },
      { do: 'request code', client: 0, phone: '79161234567' },
      { do: 'wait', seconds: 5 },
      { do: 'stop observing', client: 1 },
      { do: 'sign in', client: 3, login: 'anna', password: 'correct horse' },
      { do: 'submit code', client: 0, code: '000000', name: 'Boris' },
      { do: 'wait', seconds: 0.03 },
    ],
  },
  {
    // Seed 1992552421.
    name: 'a lock that another tab held for a while does not count as held ever since',
    restores: false,
    steps: [
      { do: 'sign in', client: 0, login: 'anna', password: 'correct horse' },
      { do: 'wait', seconds: 5 },
      { do: 'set clock', seconds: -2 },
      { do: 'wait for call', call: 'PUT session' },
      { do: 'reload', tab: 0 },
      { do: 'restore', client: 0 },
      { do: 'wait', seconds: 70 },
      { do: 'set clock', seconds: -86_400 },
    ],
  },
];
