import type { CaptchaType } from './captcha.js';
import * as types from './captchas.js';

/** The captchas by their value of `CHALLENGE_TYPE`. */
export const captchaTypes: Readonly<Record<string, CaptchaType>> = types;
