/** An SMS, as the server in memory reports it. It is also the JSON data of a server-sent event of the reference server's `GET /dev/sms`. */
export interface Sms {
  /** Phone number in wire form. */
  readonly to: string;
  readonly from: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The parts of the text of an SMS. */
export interface SmsParts {
  readonly body: string;
  /** The last line, `@host #code`, which binds the code to a site: docs/protocol.md#sms-text */
  readonly bindingLine: string | undefined;
  readonly code: string | undefined;
}

/** Parses the data of a server-sent event; undefined if it is not an SMS. */
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

/** Splits the text of an SMS into its parts. Without a binding line, the code is the first number of 4 to 6 digits. */
export function splitSmsText(text: string): SmsParts {
  const match = /\n*^(@\S+ #(\w{1,6}))\s*$/m.exec(text);
  if (match) return { body: text.slice(0, match.index).trim(), bindingLine: match[1], code: match[2] };
  return { body: text.trim(), bindingLine: undefined, code: /\b\d{4,6}\b/.exec(text)?.[0] };
}
