import type { CaptchaType } from './captcha.js';
import { hcaptcha } from './hcaptcha.js';
import { smartcaptcha } from './smartcaptcha.js';
import { turnstile } from './turnstile.js';

/** The captchas by their value of `CHALLENGE_TYPE`. To add one, write its file and name it here. */
export const captchaTypes: Readonly<Record<string, CaptchaType>> = { hcaptcha, smartcaptcha, turnstile };
