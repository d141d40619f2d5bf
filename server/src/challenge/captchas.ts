export { hcaptcha } from './hcaptcha.js';
export { smartcaptcha } from './smartcaptcha.js';
export { turnstile } from './turnstile.js';
