import { credentialsMutants } from './credentials.js';
import { protocolMutants } from './protocol.js';
import { sessionsMutants } from './sessions.js';
import type { Mutant } from './support.js';

/** Servers with one fault each. Each fault is one that somebody's server has had, or could have. */
export const mutants: readonly Mutant[] = [...protocolMutants, ...credentialsMutants, ...sessionsMutants];
