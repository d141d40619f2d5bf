/**
 * The path to go to after the sign-in. `text` comes from a link that anybody can write, such as `?return=/messages`, so only
 * a path on this site is accepted. Anything else, such as the address of another site, becomes `fallback`.
 */
export function safeReturnPath(text: unknown, fallback = '/'): string {
  if (typeof text !== 'string' || !text.startsWith('/')) return fallback;
  // The browser's own parser decides where a link leads, so it decides here too: it takes `/\host`, `//host` and
  // `/<tab>/host` for the host of another site. Any origin will do as the base: only a path without a host keeps it.
  const origin = 'https://this-site.invalid';
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  if (url?.origin !== origin) return fallback;
  // `/.//host` is a path, but becomes `//host` once its dots are resolved. Routers that decode paths need the encoded forms.
  if (/^\/(?:\/|%2f|%5c)/i.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}
