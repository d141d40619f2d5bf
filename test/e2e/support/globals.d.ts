// Globals of the pages under test: the custom elements, and what test code leaves on `window`.
import '../../../src/index.js';
import type { AuthState, AuthWidget } from '../../../src/index.js';

declare global {
  interface Window {
    /** page-errors.mjs */
    reportViolation(violation: string): void;
    violationCount?: number;
    /** memory.test.mjs */
    timers: Set<number>;
    motions: Set<Animation>;
    /** session-tabs.test.mjs */
    states: AuthState[];
    /** session-bfcache.test.mjs */
    isSamePage?: boolean;
    wasPersisted?: boolean;
    /** tab-lifecycle.test.mjs */
    lifecycle: string[];
    /** session.test.mjs */
    formWasRendered?: boolean;
    /** form-post.test.mjs */
    isOldPage?: boolean;
    /** challenge.test.mjs */
    releaseKeys: () => void;
    keysReleased: number;
    keysBegun: number;
    keyTurns: number[];
    captcha?: { readonly box: Element };
    /** usage.test.mjs: the sample of docs/usage.md expects it. */
    widget: AuthWidget;
  }
}
