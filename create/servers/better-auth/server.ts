import type { Page } from '@playwright/test';

/**
 * For the app's tests with Playwright: answers the widget's calls in place of a better-auth server, which the tests don't need. Call it
 * before `page.goto`. Resolves to a number as people type it, without +7, and its code.
 */
export async function answerCalls(page: Page): Promise<{ phone: string; code: string }> {
  // better-auth names a new account after its number. The adapter treats such a name as missing, so the widget asks for one.
  const user = { id: 'u1', phoneNumber: '+79990000001', name: '+79990000001' };
  let token: string | null = null;
  await page.route('**/api/auth/**', async route => {
    const request = route.request();
    // Without a header `Date`, the adapter takes `updatedAt` for the server's time.
    const session = { expiresAt: new Date(Date.now() + 86_400_000), updatedAt: new Date() };
    switch (new URL(request.url()).pathname.slice('/api/auth'.length)) {
      case '/phone-number/send-otp':
        return route.fulfill({ json: { message: 'code sent' } });
      case '/phone-number/verify':
        if ((request.postDataJSON() as { code: string }).code !== '111111')
          return route.fulfill({ status: 400, json: { code: 'INVALID_OTP', message: 'Invalid OTP' } });
        token = 'a-token-of-a-session';
        return route.fulfill({ json: { status: true, token, user } });
      case '/update-user':
        user.name = (request.postDataJSON() as { name: string }).name;
        return route.fulfill({ json: { status: true } });
      case '/get-session':
        return route.fulfill({ json: token && { session: { ...session, token }, user } });
      case '/sign-out':
        token = null;
        return route.fulfill({ json: { success: true } });
      default:
        return route.fulfill({ status: 404, json: {} });
    }
  });
  return { phone: '9990000001', code: '111111' };
}
