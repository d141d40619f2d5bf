interface OtpCredential extends Credential {
  readonly code: string;
}

/** The request of this page that is open. The browser drops the one before when a new one is made. */
let openRequest: AbortController | undefined;

/**
 * Asks the browser for the code of the next SMS (WebOTP), where it can read SMS, until the returned controller is aborted
 * or another field asks. `onCode` is not called where the browser can't or the person declines: then the code is typed.
 * See docs/behaviour/inputs.md#webotp.
 */
export function requestSmsCode(onCode: (code: string) => void): AbortController {
  const request = new AbortController();
  // Brave has no WebOTP, but some versions offer the API and crash the tab when it is called:
  // https://github.com/brave/brave-browser/issues/58817
  if ('OTPCredential' in globalThis && !('brave' in navigator)) {
    // Chromium crashes the tab on an `abort()` whose request it has dropped already (`WebOTPService::Abort`), which
    // happens when two fields have asked and both are removed. So abort this one while it is still the open one.
    openRequest?.abort();
    openRequest = request;
    const options = { otp: { transport: ['sms'] }, signal: request.signal } as CredentialRequestOptions;
    void navigator.credentials.get(options).then(
      credential => credential && !request.signal.aborted && onCode((credential as OtpCredential).code),
      () => {},
    );
  }
  return request;
}
