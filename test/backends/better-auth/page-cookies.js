import { BetterAuthBackend } from './backends/better-auth.js';

const widget = document.querySelector('auth-widget');
widget.baseUrl = 'https://id.example.com'; // under which it is stored who is signed in
widget.backend = new BetterAuthBackend('https://id.example.com/api/auth', {
  cookies: true,
  toEmail: login => `${login}@login.invalid`,
});
