import type { Page } from '@playwright/test';
import { MemoryBackend } from 'auth-widget/testing';
import { mockServer } from 'auth-widget/testing/playwright';

/** Answers the calls of the widget in place of the server. Resolves to a number as people type it, without +7, and its code. */
export async function answerCalls(page: Page): Promise<{ phone: string; code: string }> {
  await mockServer(page, new MemoryBackend());
  return { phone: '9990000001', code: '111111' };
}
