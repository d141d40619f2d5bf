import { BetterAuthBackend } from './backends/better-auth.js';

const widget = document.querySelector('auth-widget');
widget.baseUrl = 'https://id.example.com';
widget.backend = new BetterAuthBackend('https://id.example.com/api/auth', {
  challenge: { type: 'turnstile', siteKey: '1x00000000000000000000AA' },
});

/** Shows Cloudflare's widget until it has a solution. */
widget.challenge = ({ siteKey }, { signal }) =>
  new Promise((resolve, reject) => {
    const box = document.querySelector('#captcha');
    const id = turnstile.render(box, { sitekey: siteKey, callback: resolve, 'error-callback': reject });
    signal.addEventListener('abort', () => turnstile.remove(id));
  });
