import type { Page } from '@playwright/test';

/**
 * For the tests of the app: answers the calls of the widget in place of Supabase Auth. Call it before `page.goto`. Resolves to a number as people
 * type it, without +7, and its code.
 */
export async function answerCalls(page: Page): Promise<{ phone: string; code: string }> {
  const user = { id: 'u1', phone: '79990000001', user_metadata: {} as Record<string, string> };
  const session = { access_token: 'a-token-of-a-session', refresh_token: 'r1', expires_in: 3600, user };
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-methods': '*',
  };
  await page.route('**/auth/v1/**', async route => {
    const request = route.request();
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    const body = (request.postDataJSON() ?? {}) as { token?: string; data?: Record<string, string> };
    switch (new URL(request.url()).pathname.slice('/auth/v1'.length)) {
      case '/otp':
        return route.fulfill({ json: {}, headers });
      case '/verify':
        if (body.token !== '111111')
          return route.fulfill({
            status: 403,
            json: { code: 403, error_code: 'otp_expired', msg: 'Invalid' },
            headers,
          });
        return route.fulfill({ json: session, headers });
      case '/token':
        return route.fulfill({ json: session, headers });
      case '/user':
        Object.assign(user.user_metadata, body.data);
        return route.fulfill({ json: user, headers });
      case '/logout':
        return route.fulfill({ status: 204, headers });
      default:
        return route.fulfill({ status: 404, json: {}, headers });
    }
  });
  return { phone: '9990000001', code: '111111' };
}
