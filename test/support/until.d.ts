// The types for tests in TypeScript, whose configuration doesn't read JavaScript.
declare module '*/e2e/support/until.mjs' {
  /** Polls until a condition holds. `description` says what is awaited. */
  export function until(description: string, check: () => unknown): Promise<void>;
}
