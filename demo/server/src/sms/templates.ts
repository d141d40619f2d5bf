/** The text of the SMS by language. To add a language, add a line. */
const templates = {
  ru: (code: string) => `Код: ${code}. Никому его не сообщайте.`,
  en: (code: string) => `Code: ${code}. Do not share it with anyone.`,
};

/** Language of an SMS. */
export type SmsLanguage = keyof typeof templates;

/** The languages of the SMS. */
export const smsLanguages = Object.keys(templates) as SmsLanguage[];

/**
 * Text of the SMS (docs/protocol.md#sms-text). Its last line, `@<host> #<code>`, binds the code to the host for autofill
 * on iOS and for WebOTP: https://wicg.github.io/sms-one-time-codes/. The text is short because a single SMS holds 70
 * Cyrillic characters.
 * @param host host of the page with the widget
 */
export function smsText(language: SmsLanguage, code: string, host: string): string {
  return `${templates[language](code)}\n@${host} #${code}`;
}
