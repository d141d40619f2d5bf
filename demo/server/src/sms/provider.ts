/** One SMS. */
export interface SmsMessage {
  /** Wire form of the number: 11 digits. */
  readonly to: string;
  readonly text: string;
}

/** The three settings of a provider (requirements, «What the service does», 5) but for its identifier. */
export interface SmsSettings {
  readonly apiKey: string;
  /** Sender name. */
  readonly sender: string;
}

/** What the server needs from a provider of SMS. */
export interface SmsProvider {
  /**
   * Hands a message over. Resolves when the provider has taken it.
   * @param options the signal is aborted when the provider has taken too long
   * @throws SmsError; any other error leaves open whether the message was taken
   */
  send(message: SmsMessage, options: { readonly signal: AbortSignal }): Promise<void>;
}

/** Makes a provider from its settings. */
export type SmsProviderFactory = (settings: SmsSettings) => SmsProvider;

/**
 * What became of a message that was not confirmed: the provider refused it, or nobody knows. One whose answer is late or
 * lost is often on its way all the same.
 */
export type SmsFate = 'refused' | 'unknown';

/**
 * A message that was not confirmed. The error's own message is for logs: it names what the provider said (its own error
 * number, an HTTP status), and never a number, a text or a key.
 */
export class SmsError extends Error {
  readonly fate: SmsFate;

  constructor(message: string, fate: SmsFate = 'refused') {
    super(message);
    this.name = 'SmsError';
    this.fate = fate;
  }
}
