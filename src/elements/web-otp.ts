interface OtpCredential extends Credential {
  readonly code: string;
}

/**
 * Waits for the SMS with the code, where the browser can read it (WebOTP), until the signal says stop.
 * undefined: it can't, or the person did not want it to; then the code is typed.
 */
export async function readSmsCode(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in globalThis)) return undefined;
  try {
    const options = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions;
    return ((await navigator.credentials.get(options)) as OtpCredential | null)?.code;
  } catch {
    return undefined;
  }
}
