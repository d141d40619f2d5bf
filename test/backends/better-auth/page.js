import { BetterAuthBackend } from './backends/better-auth.js';

const widget = document.querySelector('auth-widget');
widget.backend = new BetterAuthBackend('/api/auth', { toEmail: login => `${login}@login.invalid` });
