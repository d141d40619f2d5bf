/** Why a suite can't run on this machine, in a sentence for people. The suite is skipped. Any other error of its commands is a failure. */
export class CannotRun extends Error {}
