interface OtpCredential extends Credential {
  readonly code: string;
}

/** The one request of this page: the browser drops the one before when there is a new one. */
let latest: AbortController | undefined;

/**
 * Waits for the SMS with the code, where the browser can read it (WebOTP), until what it returns is aborted or another
 * field waits. No code comes where it can't, or the person does not want it to: then it is typed.
 *
 * Brave has no WebOTP, but versions of it that say they do close the whole tab when they are asked
 * (brave/brave-browser#58817): it is not asked.
 *
 * Chromium closes the whole tab over an `abort()` for which it has no request left (`WebOTPService::Abort`), as when two
 * fields have asked and both are removed: so the one before is aborted here, while it is still the one that counts.
 */
export function readSmsCode(onCode: (code: string) => void): AbortController {
  const request = new AbortController();
  if ('OTPCredential' in globalThis && !('brave' in navigator)) {
    latest?.abort();
    latest = request;
    const options = { otp: { transport: ['sms'] }, signal: request.signal } as CredentialRequestOptions;
    void navigator.credentials.get(options).then(
      credential => credential && !request.signal.aborted && onCode((credential as OtpCredential).code),
      () => {},
    );
  }
  return request;
}
