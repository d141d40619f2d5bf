/**
 * Entry `auth-widget/server`: for an app's own server. Checks the tokens of callers, and keeps a session of its own in a cookie, so that
 * pages can be rendered for a person. It needs `fetch` and Web Crypto alone.
 */
export { toNodeHandler, type NodeRequest, type NodeResponse } from './node-handler.js';
export { SessionBridge, type BridgeRequest, type SessionBridgeOptions } from './session-bridge.js';
export { MemorySessionRecords, type SessionRecordStore } from './session-records.js';
export { TokenCheck, type Account, type TokenAnswer, type TokenCheckOptions } from './token-check.js';
