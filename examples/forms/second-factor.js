import 'auth-widget/define/code-input.js';

/**
 * Asks for the code of an authenticator app, after your own login and password.
 * @param {import('auth-widget').CodeInput} input
 * @param {(code: string) => Promise<'right' | 'wrong' | 'over'>} check asks your server; `over` after too many wrong codes
 * @returns {Promise<boolean>} whether the person may go on
 */
export function askForCode(input, check) {
  return new Promise(resolve => {
    input.addEventListener('code-complete', async ({ code }) => {
      if (input.isLoading) return;
      input.error = null;
      input.isLoading = true;
      const answer = await check(code).catch(() => 'failed');
      input.isLoading = false;
      if (answer === 'right') return resolve(true);
      if (answer === 'over') return resolve(false);
      input.error = answer === 'wrong' ? 'That code isn’t right' : 'That did not work. Try again';
      input.select(); // typing replaces the code
    });
    void input.updateComplete.then(() => input.focus()); // once it is rendered
  });
}
