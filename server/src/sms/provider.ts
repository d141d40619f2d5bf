/** One SMS. */
export interface SmsMessage {
  /** Phone number in wire form: its digits with the country code, without a plus. */
  readonly to: string;
  readonly text: string;
}

/** The settings of a provider. */
export interface SmsSettings {
  /** `SMS_API_KEY` */
  readonly apiKey: string;
  /** `SMS_SENDER`: the sender name. */
  readonly sender: string;
}

/** Sends SMS. */
export interface SmsProvider {
  /**
   * Hands a message over. Resolves when the provider has accepted it.
   * @param options `signal` is aborted when the provider takes too long
   * @throws SmsError; after any other error the outcome counts as unknown
   */
  send(message: SmsMessage, options: { readonly signal: AbortSignal }): Promise<void>;
}

/** A kind of provider. `registry.ts` lists them by their value of `SMS_PROVIDER`. */
export interface SmsProviderType {
  create(settings: SmsSettings): SmsProvider;
  /** The format of `SMS_API_KEY`, which the server checks when it starts. If it is missing, any text is accepted. */
  readonly apiKeyFormat?: {
    readonly pattern: RegExp;
    /** A description of the format, for the error message. */
    readonly description: string;
  };
}

/**
 * Why a message wasn't accepted. 'unknown' means that the provider gave no answer or an unclear one, so the message may
 * still be delivered.
 */
export type SmsFailure = 'refused' | 'unknown';

/**
 * A message was not accepted, or it's unknown whether it was (`failure`). The error's message is logged: it may contain the
 * provider's error number and the HTTP status, never the phone number, the text or the API key.
 */
export class SmsError extends Error {
  readonly failure: SmsFailure;

  constructor(message: string, failure: SmsFailure = 'refused') {
    super(message);
    this.name = 'SmsError';
    this.failure = failure;
  }
}
