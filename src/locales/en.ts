import type { ErrorMessages } from '../core/messages.js';
import type { CodeInputTexts, PhoneInputTexts } from './input-texts.js';
import type { WidgetTexts } from './widget-texts.js';

export const errors: ErrorMessages = {
  'invalid-request': 'The server did not understand the request.',
  'wrong-code': 'Wrong code.[ Tries left: {n}.]',
  'wrong-credentials': 'Login and password do not match.',
  'session-expired': 'Your session has ended. Please sign in again.',
  'code-expired': 'This code is no longer valid. Ask for a new one.',
  'policy-login': 'A login has 4 to 32 characters: a–z, 0–9, “_”, “.”, “-”.',
  'policy-password': 'A password has 8 to 128 characters.',
  'policy-displayName': 'A name has 1 to 64 characters.',
  'too-soon': 'A code was sent a moment ago.[ The next one in {time}.]',
  blocked: 'Too many wrong codes.[ Try again in {time}.]',
  'too-many-requests': 'Too many attempts.[ Try again in {time}.]',
  server: 'The server has a problem. Please try again later.',
  'sms-failed': 'The SMS could not be sent. Please try again.',
  'invalid-phone': 'Enter a Russian number: +7 and ten digits.',
  'invalid-code': 'Enter the code from the SMS.',
  offline: 'You are offline. Check the connection and try again.',
  timeout: 'The server does not answer. Please try again.',
  network: 'The server cannot be reached. Please try again.',
  'invalid-response': 'The server’s answer could not be read. Please try again later.',
  'no-session': 'The number is confirmed, but the server did not sign you in.',
  cancelled: 'Cancelled.',
};

export const widgetTexts: WidgetTexts = {
  signInTitle: 'Sign in',
  registerTitle: 'Create an account',
  methods: 'How to sign in',
  phoneMethod: 'Phone',
  passwordMethod: 'Password',
  phone: 'Phone number',
  displayName: 'Your name',
  login: 'Login',
  password: 'Password',
  repeat: 'Repeat the password',
  code: 'Code from the SMS',
  passwordHint: 'At least 8 characters',
  showPassword: 'Show password',
  emptyField: 'Fill in this field.',
  passwordMismatch: 'The passwords do not match.',
  loginTaken: 'This login is taken, and the password does not match.',
  requestCode: 'Get a code',
  signIn: 'Sign in',
  createAccount: 'Create an account',
  confirmCode: 'Confirm',
  saveName: 'Continue',
  haveAccount: 'I have an account',
  resend: 'Send a new code',
  startOver: 'Start over',
  signOut: 'Sign out',
  retryIn: 'Try again in {time}.',
  resendIn: 'New code in {time}',
  nameTitle: 'What is your name?',
  nameHint: 'The number is confirmed. Others will see this name.',
  confirmedTitle: 'Number confirmed',
  signedInAs: 'Signed in as {name}',
  accountCreated: 'A new account was created: {name}. If this is a typing mistake, sign out and try again.',
  busy: 'One moment…',
};

export const phoneInputTexts: PhoneInputTexts = {
  label: 'Phone number',
  valueMissing: 'Enter your phone number',
  tooShort: 'The number is incomplete',
};

export const codeInputTexts: CodeInputTexts = {
  label: 'Confirmation code',
  valueMissing: 'Enter the code',
  codeSentTo: 'We sent a code to',
  back: 'Back',
};
