// The example of docs/client.md#a-captcha. /turnstile/api.js is a stand-in for Cloudflare's script (challenge.test.mjs).
const widget = document.querySelector('auth-widget');

widget.challenge = async ({ type, siteKey }, { signal }) => {
  if (type !== 'turnstile') throw new Error(`No captcha of the kind ${type} here`);
  const place = widget.querySelector('[slot=challenge]');
  try {
    return await new Promise((callback, reject) => {
      signal.addEventListener('abort', reject);
      const failures = { 'error-callback': reject, 'timeout-callback': reject, 'unsupported-callback': reject };
      turnstile.render(place, { sitekey: siteKey, callback, ...failures });
    });
  } finally {
    turnstile.remove(place);
  }
};
