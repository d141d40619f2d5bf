/** An SMS as `GET /dev/sms` of the reference server sends it, as JSON in each server-sent event. */
export interface Sms {
  /** Wire form: 11 digits. */
  readonly to: string;
  readonly from: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a phone makes of the text of an SMS. */
export interface SmsParts {
  readonly body: string;
  /** The last line, by which a phone ties the code to a site: `@host #code`. */
  readonly binding: string | undefined;
  readonly code: string | undefined;
}

/** Reads the data of a server-sent event; undefined if it is not an SMS. */
export function parseSms(data: string): Sms | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { to, from, text, at } = value as Record<string, unknown>;
  return typeof to === 'string' && typeof from === 'string' && typeof text === 'string' && typeof at === 'number'
    ? { to, from, text, at }
    : undefined;
}

/** Takes the text of an SMS apart. */
export function readSms(text: string): SmsParts {
  const bound = /\n*^(@\S+ #(\w{1,6}))\s*$/m.exec(text);
  if (bound) return { body: text.slice(0, bound.index).trim(), binding: bound[1], code: bound[2] };
  return { body: text.trim(), binding: undefined, code: /\b\d{4,6}\b/.exec(text)?.[0] };
}
