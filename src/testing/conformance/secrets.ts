// Looks for secrets in texts.

/** Whether a text contains a secret. A four-digit code inside a longer number doesn't count. */
export function contains(text: string, secret: string): boolean {
  const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    if (!isDigit(secret[0]) || !(isDigit(text[at - 1]) || isDigit(text[at + secret.length]))) return true;
  }
  return false;
}

/**
 * Returns an address with what is percent-encoded decoded, once with each `+` as it is and once with the space that it means in
 * the query of a form. A `%` that encodes nothing stays.
 */
export function readingsOf(url: string): readonly string[] {
  const query = url.replaceAll('&', '%26');
  return [query.replaceAll('+', '%2B'), query].map(text => new URLSearchParams(`url=${text}`).get('url')!);
}

/** Returns all text of an error, its cause and its members. The stack is left out because it repeats the message. */
export function textOf(error: Error): string {
  const { message, cause } = error;
  const members = JSON.stringify(Object.entries(error).filter(([name]) => name !== 'cause'));
  return [message, members, cause instanceof Error ? textOf(cause) : String(cause)].join('\n');
}

/** Returns the text of anything that is written to the console. */
export function textOfAny(value: unknown): string {
  if (value instanceof Error) return textOf(value);
  if (value instanceof Headers) return textOfAny([...value]);
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    // It holds itself, or a number that JSON doesn't know.
    return Object.values(value)
      .filter(member => typeof member !== 'object')
      .join(' ');
  }
}
