/**
 * Where to go after the sign-in: a path of this site, read from a text that anybody may have written into a link, such as
 * `?return=/messages`. Anything else, an address of another site above all, becomes `fallback`.
 */
export function safeReturnPath(text: unknown, fallback = '/'): string {
  if (typeof text !== 'string' || !text.startsWith('/')) return fallback;
  // The browser's own parser, because it decides where the link leads: for it `/\host`, `//host` and `/<tab>/host` are all
  // the host of another site. Any origin will do here, as only a path without a host keeps it.
  const origin = 'https://this-site.invalid';
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  if (url?.origin !== origin) return fallback;
  // `/.//host` is a path, but becomes `//host` when its dots are resolved. The encoded ones are for routers that decode.
  if (/^\/(?:\/|%2f|%5c)/i.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}
