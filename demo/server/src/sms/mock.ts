import type { SmsMessage, SmsProvider, SmsSettings } from './provider.js';

/** A message that the mock sender was given. */
export interface SentSms extends SmsMessage {
  readonly from: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A sent message and its number, which grows over restarts too: a browser that comes back asks for what came after. */
export interface SmsRecord {
  readonly id: number;
  readonly sms: SentSms;
}

/** How many messages are kept for those who connect later. */
const kept = 20;

/** The mock sender of development: sends nothing, remembers the last messages and shows them to whoever watches. */
export class MockProvider implements SmsProvider {
  readonly #sender: string;
  readonly #watchers = new Set<(record: SmsRecord) => void>();
  #recent: SmsRecord[] = [];
  #last = 0;

  constructor(settings: SmsSettings) {
    this.#sender = settings.sender;
  }

  send(message: SmsMessage): Promise<void> {
    const at = Date.now();
    this.#last = Math.max(this.#last + 1, at);
    const record = { id: this.#last, sms: { ...message, from: this.#sender, at } };
    this.#recent = [...this.#recent, record].slice(-kept);
    for (const watcher of this.#watchers) watcher(record);
    return Promise.resolve();
  }

  /** The kept messages after number `id`, oldest first. A number that was never given out means all of them. */
  after(id: number): readonly SmsRecord[] {
    return id > this.#last ? this.#recent : this.#recent.filter(record => record.id > id);
  }

  /** Calls `watcher` with each message from now on. Returns the end of it. */
  watch(watcher: (record: SmsRecord) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
