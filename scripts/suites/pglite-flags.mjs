/**
 * The flags of a Node.js process that opens PGlite, which is PostgreSQL as WebAssembly. Opening it takes 2 s of CPU time without V8's
 * optimizing compiler, and 3 s with it.
 */
export const PGLITE_FLAGS = ['--liftoff-only'];
