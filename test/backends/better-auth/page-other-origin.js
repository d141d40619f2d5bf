import { BetterAuthBackend } from './backends/better-auth.js';

const widget = document.querySelector('auth-widget');
widget.baseUrl = 'https://id.example.com'; // under which the session is stored
widget.backend = new BetterAuthBackend('https://id.example.com/api/auth', {
  toEmail: login => `${login}@login.invalid`,
});
