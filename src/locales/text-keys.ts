import type { ErrorTexts } from '../core/error-text.js';
import type { TextTemplate } from '../core/text-template.js';

/** The texts of `<phone-input>`. */
export interface PhoneInputTexts {
  /** Label of the phone field; name of `<phone-input>` for screen readers if the page doesn't label it. */
  readonly phone: string;
  /** Error: no number was entered. */
  readonly phoneMissing: string;
  /** Error: only part of a number was entered. */
  readonly phoneTooShort: string;
  /** Error: a number of another country was entered. */
  readonly phoneForeign: string;
  /** Error: more digits were entered than a number has. */
  readonly phoneTooLong: string;
}

/** The texts of `<phone-input>` with `countries`. The country files have them in English and Russian. */
export interface CountryTexts {
  /** Name of the list of countries, for screen readers. */
  readonly phoneCountry: string;
  /** Error: only part of a number was entered. */
  readonly phoneIncomplete: string;
  /** Error: more digits were entered than a number has. */
  readonly phoneTooManyDigits: string;
  /** Error: a number of a country that is not taken was entered. `{codes}` is a list of country codes; `''` if they are many. */
  readonly phoneNotTaken: TextTemplate<{ readonly codes: string }>;
  /** Error: digits without a country code were entered, and no country is chosen. */
  readonly phonePlus: string;
}

/** The texts of `<code-input>`. */
export interface CodeInputTexts {
  /** Name of the code field for screen readers, if the page doesn't label it. */
  readonly confirmationCode: string;
  /** Error: no code was entered. */
  readonly codeMissing: string;
  /** Text above the code field, followed by the number. */
  readonly codeSentTo: string;
  /** Name of the back button. */
  readonly back: string;
}

/** A text with a time. */
type TimeTemplate = TextTemplate<{
  /** The time as text: words such as `15 minutes`; in the countdown `resendIn`, `m:ss` below an hour. */
  readonly time: string;
  readonly seconds: number;
}>;

/** The texts on the screens of `<auth-widget>`, without those of its inputs. */
export interface WidgetTexts {
  /** Heading of the forms for signing in. */
  readonly signInTitle: string;
  /** Heading of the forms for registering. */
  readonly registerTitle: string;
  /** Name of the switch between sign-in methods, for screen readers. */
  readonly signInMethods: string;
  /** Name of the switch between registration methods, for screen readers. */
  readonly registerMethods: string;
  /** Name of the method with a code by SMS, on that switch. */
  readonly phoneMethod: string;
  /** Name of the method with a login and a password, on that switch. */
  readonly passwordMethod: string;

  /** Label of the name field. */
  readonly displayName: string;
  /** Label of the login field. */
  readonly login: string;
  /** Label of the password field. */
  readonly password: string;
  /** Label of the field that repeats the password, in registration. */
  readonly repeat: string;
  /** Heading of the code screen. */
  readonly code: string;
  /** Text below the code field. */
  readonly codeHint: string;
  /** Button beside the number, on the code screen: goes back to change it. */
  readonly changeNumber: string;
  /** Button that shows `noCodeTips`, on the code screen, once another code can be requested. */
  readonly noCode: string;
  /** What to do if no code arrives, with one tip a line. */
  readonly noCodeTips: string;
  /** Link of `help-href`, below `noCodeTips`. */
  readonly help: string;
  /** The rule for a login, shown when registering. */
  readonly loginHint: string;
  /** Text below the login field when signing in: a login that is new makes an account. */
  readonly newLoginHint: string;
  /** The rule for a password, shown when registering. */
  readonly passwordHint: string;
  /** Name of the button that shows the password, for screen readers. */
  readonly showPassword: string;
  /** Error: a field is empty. */
  readonly emptyField: string;
  /** Error: the password and its repetition differ. */
  readonly passwordMismatch: string;
  /** Error: replaces `wrong-credentials` when registering. */
  readonly loginTaken: string;

  /** Button: requests a code. */
  readonly requestCode: string;
  /** Button: signs in with login and password. */
  readonly signIn: string;
  /** Replaces `signIn` if signing in with a new login makes an account. */
  readonly signInOrCreate: string;
  /** Button: registers. Also the link to that form. */
  readonly createAccount: string;
  /** Button: submits the code. */
  readonly confirmCode: string;
  /** Button: submits the name. */
  readonly saveName: string;
  /** Link from registering to signing in. */
  readonly haveAccount: string;
  /** Link: requests another code. */
  readonly resend: string;
  /** Link to the password form while a number is blocked. */
  readonly signInByPassword: string;
  /** The same link in registration. */
  readonly registerByPassword: string;
  /** Link: goes back to the beginning. */
  readonly startOver: string;
  /** Button: signs out. */
  readonly signOut: string;
  /** Button below `accountCreated`: hides it. */
  readonly keepAccount: string;
  /** Button below `accountCreated`: signs out. */
  readonly undoAccount: string;
  /** Link of `recover-href`. */
  readonly forgotPassword: string;
  /** Link of `terms-href`. */
  readonly terms: string;
  /** Link of `privacy-href`. */
  readonly privacy: string;

  /** Text below the first screens, if the page has both `terms-href` and `privacy-href`. `<` and `>` enclose the text of each link, the terms first. */
  readonly legal: string;
  /** Text with the `{time}` until the step can be attempted again. */
  readonly retryIn: TimeTemplate;
  /** Text with the `{time}` until another code can be requested. */
  readonly resendIn: TimeTemplate;
  /** Status when `resendIn` has run out, for screen readers. */
  readonly resendReady: string;
  /** Replaces `codeSentTo` before the number if the code may already be used up. */
  readonly earlierCodeSentTo: string;

  /** Text before `resendIn` when another code was sent. */
  readonly resent: string;
  /** Heading of the screen that asks for the name. */
  readonly nameTitle: string;
  /** Text below the name field; after a code, it follows `confirmedTitle`. */
  readonly nameHint: string;
  /** Heading when the number is confirmed but the server signed nobody in. No full stop. */
  readonly confirmedTitle: string;
  /** Heading when `{name}` is signed in. */
  readonly signedInAs: TextTemplate<{ readonly name: string | null }>;
  /** Notice that a password sign-in created an account with this `{login}`. */
  readonly accountCreated: TextTemplate<{ readonly login: string | null }>;
  /** Status when the person was signed out, for screen readers. */
  readonly signedOut: string;
  /** Status while an operation runs, for screen readers. */
  readonly busy: string;
  /** Text below the button while the device solves a challenge, once that takes more than a second. */
  readonly checking: string;
  /** Text below the button and above the page's captcha. */
  readonly confirmBelow: string;
}

/** The texts of the widget, of its errors and of its inputs. */
export type AllWidgetTexts = ErrorTexts & PhoneInputTexts & CodeInputTexts & WidgetTexts;

/** The keys of the texts without placeholders. */
export type LabelKey = {
  [Key in keyof WidgetTexts]: WidgetTexts[Key] extends string ? Key : never;
}[keyof WidgetTexts];

/** Every text, by key. */
type AllTexts = AllWidgetTexts & CountryTexts;

/**
 * The page's texts, which replace ours, by the keys of docs/languages.md. Texts with a `lang` (BCP 47) apply only to
 * elements in that language; texts without one apply in every language.
 */
export type Texts = { readonly [Key in keyof AllTexts]?: AllTexts[Key] | undefined };

/** A whole language. Only the words for durations (`hours`, `minutes`, `seconds`) may be left out: `Intl` then supplies them. */
export type Language = AllTexts & {
  /** The language's tag (BCP 47). */
  readonly lang: string;
};
