/** The words on the screens of the widget, by what they are for. `{…}` is filled in. */
export type WidgetTexts = Readonly<
  Record<
    | 'loginTitle'
    | 'registerTitle'
    | 'byPhone'
    | 'method'
    | 'toLogin'
    | 'phone'
    | 'displayName'
    | 'login'
    | 'password'
    | 'repeat'
    | 'passwordHint'
    | 'show'
    | 'mismatch'
    | 'taken'
    | 'empty'
    | 'getCode'
    | 'signIn'
    | 'create'
    | 'code'
    | 'retryIn'
    | 'confirm'
    | 'resend'
    | 'resendIn'
    | 'whatName'
    | 'nameHint'
    | 'save'
    | 'confirmed'
    | 'again'
    | 'hello'
    | 'created'
    | 'signOut'
    | 'busy',
    string
  >
>;
