/**
 * Entry `auth-widget/testing`: an in-memory server for the tests of apps, and the rules that a backend for another
 * server must follow. It works with any test runner.
 */
export {
  backendConformance,
  type ConformanceReport,
  type ConformanceResult,
  type ConformanceTest,
} from './conformance/index.js';
export type { ConformanceSetup, Credentials, ServerCapabilities } from './conformance/setup.js';
export { MemoryBackend, type MemoryBackendOptions } from './memory-server/memory-backend.js';
export { MemoryStore } from './memory-server/memory-store.js';
export { mockServer } from './mock-server.js';
export type { AccountSetup } from './memory-server/memory-accounts.js';
export type { BackendCall, Fault, StalledCall } from './memory-server/faults.js';
export type { SentSms } from './memory-server/memory-codes.js';
export type { FaultCode } from './memory-server/refusals.js';
export type { TestClock } from './memory-server/test-clock.js';
