import type { SmsMessage, SmsProvider, SmsProviderType, SmsSettings } from './provider.js';

/** A message that was handed to the mock provider. */
export interface MockSms extends SmsMessage {
  readonly from: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/**
 * A message with its id. Ids are times in milliseconds, each at least one above the last, so that they grow across restarts, too: a
 * browser that reconnects asks for the messages after an id.
 */
export interface MockSmsRecord {
  readonly id: number;
  readonly sms: MockSms;
}

/** How many messages the provider keeps for readers that connect later. */
const HISTORY_LENGTH = 20;

/** The SMS provider for development: sends nothing, keeps the last messages and passes new ones to its subscribers. */
export class MockProvider implements SmsProvider {
  readonly #sender: string;
  readonly #subscribers = new Set<(record: MockSmsRecord) => void>();
  #history: MockSmsRecord[] = [];
  #lastId = 0;

  constructor(settings: SmsSettings) {
    this.#sender = settings.sender;
  }

  send(message: SmsMessage): Promise<void> {
    const at = Date.now();
    this.#lastId = Math.max(this.#lastId + 1, at);
    const record = { id: this.#lastId, sms: { ...message, from: this.#sender, at } };
    this.#history = [...this.#history, record].slice(-HISTORY_LENGTH);
    for (const subscriber of this.#subscribers) subscriber(record);
    return Promise.resolve();
  }

  /**
   * Returns the kept messages with ids after `id`, oldest first. Returns all of them if `id` is above the newest: the server has restarted
   * with its clock set back.
   */
  after(id: number): readonly MockSmsRecord[] {
    return id > this.#lastId ? this.#history : this.#history.filter(record => record.id > id);
  }

  /** Calls `subscriber` with each new message. Returns a function that ends the subscription. */
  subscribe(subscriber: (record: MockSmsRecord) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => {
      this.#subscribers.delete(subscriber);
    };
  }
}

export const mock: SmsProviderType = { create: settings => new MockProvider(settings) };
