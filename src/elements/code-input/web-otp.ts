interface OtpCredential extends Credential {
  readonly code: string;
}

/** The page's last request. If it is still open, the browser drops it when a new one is made. */
let openRequest: AbortController | undefined;

/**
 * Asks the browser for the code of the next SMS (WebOTP), until the returned controller is aborted or another field asks.
 * `onCode` isn't called if the browser can't read SMS or the person declines.
 * See docs/behaviour/inputs.md#webotp.
 */
export function requestSmsCode(onCode: (code: string) => void): AbortController {
  const request = new AbortController();
  // Brave has no WebOTP, but some versions offer the API and crash the tab when it is called:
  // https://github.com/brave/brave-browser/issues/58817
  if ('OTPCredential' in globalThis && !('brave' in navigator)) {
    // Chromium crashes the tab if a request that it has already dropped is aborted (`WebOTPService::Abort`). This
    // happens if two fields have asked and both are removed. The open request is therefore aborted before another one
    // replaces it.
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
