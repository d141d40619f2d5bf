/**
 * The preferred one of the supported languages by a header `Accept-Language` (RFC 9110, 12.5.4). Regions are ignored:
 * `en-GB` counts as `en`.
 * @param fallback the result if the header is absent or names none of them
 */
export function preferredLanguage<T extends string>(
  header: string | undefined,
  supported: readonly T[],
  fallback: T,
): T {
  if (header === undefined) return fallback;
  const ranked = header
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map(p => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(p)?.[1]).find(Boolean);
      return {
        language: supported.find(language => language === tag.split('-')[0]),
        quality: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranked.find(({ language }) => language !== undefined)?.language ?? fallback;
}
