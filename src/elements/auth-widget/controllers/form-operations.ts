import type { AuthClient } from '../../../client/auth-client.js';
import { MODE_TRAITS } from '../../../core/auth-state.js';
import type { FormValues } from '../form-validation.js';

/** Starts the operation of the client that a submitted form stands for, by the screen and the mode that are shown. */
export function submitForm(client: AuthClient, values: FormValues): Promise<void> {
  const { phone = '', displayName = '', login = '', password = '', code = '' } = values;
  const { screen, mode } = client.flow;
  const { method, intent } = MODE_TRAITS[mode];
  if (screen === 'code') return submitCode(client, code);
  if (screen === 'name') return client.verifyRegistrationSms('', displayName);
  if (method === 'password') return client.login(login, password);
  return intent === 'register' ? client.registerByPhone(phone, displayName) : client.loginByPhone(phone);
}

/** Submits a code in the mode that is shown. */
export function submitCode(client: AuthClient, code: string): Promise<void> {
  const isRegistration = MODE_TRAITS[client.flow.mode].intent === 'register';
  return isRegistration ? client.verifyRegistrationSms(code) : client.loginWithSmsCode(code);
}

/** Requests another code for a number, in the mode that is shown, with the name that was typed for a new account. */
export function resendCode(client: AuthClient, phone: string): Promise<void> {
  const { mode, typedName } = client.flow;
  if (MODE_TRAITS[mode].intent === 'sign-in') return client.loginByPhone(phone);
  return typedName ? client.registerByPhone(phone, typedName) : client.sendRegistrationSms(phone);
}
