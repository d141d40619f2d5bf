// Looks for secrets in what a backend sends, throws and writes to the console.

/** Whether a text contains a secret. One of digits alone, such as a code, doesn't count inside a longer number. */
export function contains(text: string, secret: string): boolean {
  return /^\d+$/.test(secret) ? !!text.match(/\d+/g)?.includes(secret) : text.includes(secret);
}

/** Returns a text with `…` in place of a secret, wherever `contains` finds it. */
export const withoutSecret = (text: string, secret: string): string =>
  /^\d+$/.test(secret)
    ? text.replaceAll(/\d+/g, digits => (digits === secret ? '…' : digits))
    : text.replaceAll(secret, '…');

/**
 * Returns two readings of an address, both percent-decoded: one with each `+` as it is, and one with each `+` as a space, its meaning in
 * the query of a form. A `%` that encodes nothing stays.
 */
export function readingsOf(url: string): readonly string[] {
  const query = url.replaceAll('&', '%26');
  return [query.replaceAll('+', '%2B'), query].map(text => new URLSearchParams(`url=${text}`).get('url')!);
}

/** Returns what an object holds, without the stack of an error, which repeats the message. */
function membersOf(value: object): readonly unknown[] {
  if (value instanceof URL) return [value.href];
  if (value instanceof Error) {
    // The message of a DOMException is a getter of its class. The cause and the errors of an AggregateError aren't enumerable.
    const names = Object.getOwnPropertyNames(value).filter(name => name !== 'stack');
    return [value.message, ...names.flatMap(name => [name, Reflect.get(value, name) as unknown])];
  }
  const isList = [Array, FormData, Headers, Map, Set, URLSearchParams].some(list => value instanceof list);
  return isList ? [...(value as Iterable<unknown>)] : Object.entries(value).flat();
}

/** Returns the text of anything that is thrown or written to the console, with that of all that it holds, in lines. */
export function textOf(value: unknown): string {
  const lines: string[] = [];
  const found = new Set([value]);
  // The loop also reaches the values that it adds. The set has each of them once, so the loop ends even if an object holds itself.
  for (const one of found) {
    if (typeof one !== 'object' || one === null) {
      lines.push(String(one));
      continue;
    }
    try {
      for (const member of membersOf(one)) found.add(member);
    } catch {
      // A getter throws.
    }
  }
  return lines.join('\n');
}
