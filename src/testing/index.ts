/** Entry `auth-widget/testing`: a server in memory, for the tests of apps, and the rules for backends of other servers. Depends on no test runner. */
export {
  backendConformance,
  type ConformanceReport,
  type ConformanceResult,
  type ConformanceTest,
} from './conformance/index.js';
export type { ConformanceSetup, Credentials, ServerCapabilities } from './conformance/setup.js';
export { MemoryBackend, type MemoryBackendOptions } from './memory-backend.js';
export { MemoryStore } from './memory-store.js';
export { mockServer } from './mock-server.js';
export type { AccountSetup } from './memory-accounts.js';
export type { BackendCall, Fault, StalledCall } from './faults.js';
export type { SentSms } from './memory-codes.js';
export type { FaultCode } from './refusals.js';
export type { TestClock } from './test-clock.js';
