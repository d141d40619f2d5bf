// The faults by how many rules find them.
import { BROAD_ACCOUNT_FAULTS, EXACT_ACCOUNT_FAULTS } from './account-faults.js';
import { BROAD_ANSWER_FAULTS, EXACT_ANSWER_FAULTS } from './answer-faults.js';
import { BROAD_CALL_FAULTS, EXACT_CALL_FAULTS } from './call-faults.js';
import { BROAD_CODE_FAULTS, EXACT_CODE_FAULTS } from './code-faults.js';
import { BROAD_SECRET_FAULTS, EXACT_SECRET_FAULTS } from './secret-faults.js';
import type { SeededFault } from './seeded-fault.js';
import { BROAD_SESSION_FAULTS, EXACT_SESSION_FAULTS } from './session-faults.js';

/** Faults that the rule named with each finds, and perhaps other rules too. */
export const BROAD_FAULTS: readonly SeededFault[] = [
  ...BROAD_CODE_FAULTS,
  ...BROAD_ACCOUNT_FAULTS,
  ...BROAD_SESSION_FAULTS,
  ...BROAD_CALL_FAULTS,
  ...BROAD_ANSWER_FAULTS,
  ...BROAD_SECRET_FAULTS,
];

/** Faults that the rule named with each finds, and no other rule. */
export const EXACT_FAULTS: readonly SeededFault[] = [
  ...EXACT_CODE_FAULTS,
  ...EXACT_ACCOUNT_FAULTS,
  ...EXACT_SESSION_FAULTS,
  ...EXACT_CALL_FAULTS,
  ...EXACT_ANSWER_FAULTS,
  ...EXACT_SECRET_FAULTS,
];
