import type { ErrorTexts } from '../core/error-texts.js';
import type { TextTemplate } from '../core/text-template.js';

/** The words of `<phone-input>`. */
export interface PhoneInputTexts {
  /** Label of the field for the number; name of `<phone-input>` for screen readers where the page gives none. */
  readonly phone: string;
  /** No number was entered. */
  readonly phoneMissing: string;
  /** A part of a number was entered. */
  readonly phoneTooShort: string;
}

/** The words of `<code-input>`. */
export interface CodeInputTexts {
  /** Name of the field for the code, for screen readers, where the page gives none. */
  readonly confirmationCode: string;
  /** No code was entered. */
  readonly codeMissing: string;
  /** Above the field; the number follows. */
  readonly codeSentTo: string;
  /** The button to go back. */
  readonly back: string;
}

/** A message with a time. */
type TimeTemplate = TextTemplate<{
  /** The time as text: `m:ss`, or whole hours in words. */
  readonly time: string;
  readonly seconds: number;
}>;

/** The words on the screens of `<auth-widget>`; those of the inputs in it are theirs. */
export interface WidgetTexts {
  /** Heading of the forms for signing in. */
  readonly signInTitle: string;
  /** Heading of the forms for registering. */
  readonly registerTitle: string;
  /** Name of the switch between the methods of signing in, for screen readers. */
  readonly signInMethods: string;
  /** Name of the switch between the methods of registering, for screen readers. */
  readonly registerMethods: string;
  /** The method with a code by SMS, on that switch. */
  readonly phoneMethod: string;
  /** The method with login and password, on that switch. */
  readonly passwordMethod: string;

  /** Label of the field for the name. */
  readonly displayName: string;
  /** Label of the field for the login. */
  readonly login: string;
  /** Label of the field for the password. */
  readonly password: string;
  /** Label of the second field for the same password, in registration. */
  readonly repeat: string;
  /** Heading of the screen for the code. */
  readonly code: string;
  /** Below the field for the code. */
  readonly codeHint: string;
  /** The rule for a login, where an account is made. */
  readonly loginHint: string;
  /** The rule for a password, where an account is made. */
  readonly passwordHint: string;
  /** Name of the button that shows the password, for screen readers. */
  readonly showPassword: string;
  /** A field is empty. */
  readonly emptyField: string;
  /** The password and its repetition differ. */
  readonly passwordMismatch: string;
  /** `wrong-credentials` where a new account was to be made. */
  readonly loginTaken: string;

  /** Button: has a code sent. */
  readonly requestCode: string;
  /** Button: signs in with login and password. */
  readonly signIn: string;
  /** Button: registers. Also the link to that form. */
  readonly createAccount: string;
  /** Button: submits the code. */
  readonly confirmCode: string;
  /** Button: submits the name. */
  readonly saveName: string;
  /** Link from registering to signing in. */
  readonly haveAccount: string;
  /** Link: has another code sent. */
  readonly resend: string;
  /** Link to the form with a password while a number is blocked. */
  readonly signInByPassword: string;
  /** The same in registration. */
  readonly registerByPassword: string;
  /** Link: back to the beginning. */
  readonly startOver: string;
  /** Button: signs out. */
  readonly signOut: string;
  /** Link of `recover-href`. */
  readonly forgotPassword: string;
  /** Link of `terms-href`. */
  readonly terms: string;
  /** Link of `privacy-href`. */
  readonly privacy: string;

  /** `{time}` until another attempt makes sense. */
  readonly retryIn: TimeTemplate;
  /** `{time}` until a new code can be requested. */
  readonly resendIn: TimeTemplate;
  /** Status when that time has passed, for screen readers. */
  readonly resendReady: string;
  /** Before the number, in place of `codeSentTo`, where the code may be used up already. */
  readonly earlierCodeSentTo: string;

  /** Heading of the screen that asks for the name. */
  readonly nameTitle: string;
  /** Below the field for the name; after a code, behind `confirmedTitle`. */
  readonly nameHint: string;
  /** Heading where the number is confirmed and the server signed nobody in. Without a full stop. */
  readonly confirmedTitle: string;
  /** Heading for `{name}`, who is signed in. */
  readonly signedInAs: TextTemplate<{ readonly name: string | null }>;
  /** Notice that a password sign-in has created an account. */
  readonly accountCreated: string;
  /** Status while an operation runs, for screen readers. */
  readonly busy: string;
  /** Below the button, while the device solves what the server wants solved and that takes more than a second. */
  readonly checking: string;
  /** Below the button and above a captcha of the page. */
  readonly confirmBelow: string;
}

/** The keys of the words that name no value. */
export type LabelKey = {
  [Key in keyof WidgetTexts]: WidgetTexts[Key] extends string ? Key : never;
}[keyof WidgetTexts];

/** Every word, by its key. */
type AllTexts = ErrorTexts & PhoneInputTexts & CodeInputTexts & WidgetTexts;

/**
 * Words of the page in place of ours: any of them, by the keys of docs/languages.md. Texts that name a language in `lang`
 * (BCP 47) count where the element is in that language; without it they count in each.
 */
export type Texts = { readonly [Key in keyof AllTexts]?: AllTexts[Key] | undefined };

/** A whole language. */
export type Language = AllTexts & {
  /** Its tag (BCP 47). */
  readonly lang: string;
};
