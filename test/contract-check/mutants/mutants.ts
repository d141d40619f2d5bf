import { challengesMutants } from './challenges.js';
import { credentialsMutants } from './credentials.js';
import { protocolMutants } from './protocol.js';
import { sessionsMutants } from './sessions.js';
import type { Mutant } from './support.js';

/** Servers with one fault each, all of which the contract check must find. */
export const mutants: readonly Mutant[] = [
  ...protocolMutants,
  ...credentialsMutants,
  ...sessionsMutants,
  ...challengesMutants,
];
