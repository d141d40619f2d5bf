import type { Page } from '@playwright/test';

/** The server is in the memory of the page, so no call leaves it. Returns a number and its code. */
export const answerCalls = (_page: Page): Promise<{ phone: string; code: string }> =>
  Promise.resolve({ phone: '9990000001', code: '111111' });
