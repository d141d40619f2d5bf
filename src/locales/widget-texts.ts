/** The texts on the screens of `<auth-widget>`. `{…}` is filled in; the labels of fields are named like the fields. */
export interface WidgetTexts {
  /** Heading of the forms for signing in. */
  readonly signInTitle: string;
  /** Heading of the forms for registering. */
  readonly registerTitle: string;
  /** Name of the switch between the methods, for screen readers: in sign-in and in registration. */
  readonly signInMethods: string;
  readonly registerMethods: string;
  /** The methods, on that switch. */
  readonly phoneMethod: string;
  readonly passwordMethod: string;

  readonly phone: string;
  readonly displayName: string;
  readonly login: string;
  readonly password: string;
  readonly repeat: string;
  readonly code: string;
  /** The rules for a login and a password, shown where an account is made. */
  readonly loginHint: string;
  readonly passwordHint: string;
  /** Name of the button that shows the password, for screen readers. */
  readonly showPassword: string;
  readonly emptyField: string;
  readonly passwordMismatch: string;
  /** `wrong-credentials` where a new account was to be made. */
  readonly loginTaken: string;

  /** Buttons that submit a form. */
  readonly requestCode: string;
  readonly signIn: string;
  readonly createAccount: string;
  readonly confirmCode: string;
  readonly saveName: string;
  /** Links and other buttons. */
  readonly haveAccount: string;
  readonly resend: string;
  /** The other way in while a number is blocked. */
  readonly signInByPassword: string;
  readonly registerByPassword: string;
  readonly startOver: string;
  readonly signOut: string;

  /** Behind `requestCode`, on the button: `{time}` until the block of the number ends. */
  readonly inTime: string;
  /** `{time}` until another attempt makes sense. */
  readonly retryIn: string;
  /** Before the number, in place of `codeSentTo`, where the code may be used up already. */
  readonly earlierCodeSentTo: string;
  /** `{time}` until a new code can be requested. */
  readonly resendIn: string;

  /** Heading of the screen that asks for the name, and the hint of its field: after a code, behind `confirmedTitle`. */
  readonly nameTitle: string;
  readonly nameHint: string;
  /** Heading where the number is confirmed and the server signed nobody in. Without a full stop. */
  readonly confirmedTitle: string;
  /** Heading for `{name}`, who is signed in. */
  readonly signedInAs: string;
  /** Notice that a password sign-in has created an account. */
  readonly accountCreated: string;
  /** Status while an operation runs, for screen readers. */
  readonly busy: string;
}
