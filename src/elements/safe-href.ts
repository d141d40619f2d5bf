/**
 * The whole address of a link that a page names: relative to the page, or of http(s). Undefined for any other scheme
 * (`javascript:`), for no address, and for one that cannot be read.
 * @param base address that relative ones start from
 */
export function safeHref(href: string | null | undefined, base: string): string | undefined {
  if (!href) return undefined;
  const address = parse(href) ?? parse(href, base);
  const isRelative = !parse(href);
  return address && (isRelative || /^https?:$/.test(address.protocol)) ? address.href : undefined;
}

function parse(href: string, base?: string): URL | undefined {
  try {
    return new URL(href, base);
  } catch {
    return undefined;
  }
}
