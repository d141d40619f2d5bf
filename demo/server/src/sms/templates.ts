/** Languages in which the SMS is written. */
export type SmsLanguage = 'ru' | 'en';

const templates: Readonly<Record<SmsLanguage, (code: string) => string>> = {
  ru: code => `Код: ${code}. Никому его не сообщайте.`,
  en: code => `Code: ${code}. Do not share it with anyone.`,
};

/**
 * Text of the SMS. Its last line is the domain-bound form that iOS and WebOTP read: `@<host> #<code>`. It is short,
 * because 70 Cyrillic characters are what one SMS holds.
 */
export function smsText(language: SmsLanguage, code: string, host: string): string {
  return `${templates[language](code)}\n@${host} #${code}`;
}

/** The language of these that a browser prefers by its `Accept-Language`, else `otherwise`. */
export function preferredLanguage(header: string | undefined, otherwise: SmsLanguage): SmsLanguage {
  if (header === undefined) return otherwise;
  const ranked = header
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map(p => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(p)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const found = ranked.find(({ language }) => language === 'ru' || language === 'en')?.language;
  return found === 'ru' || found === 'en' ? found : otherwise;
}
