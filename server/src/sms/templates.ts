/**
 * The first line of the SMS in each language. To add a language, add a line. The French text has a plain space before its colon, because
 * the GSM alphabet has no no-break space: with one, an SMS would hold 70 characters instead of 160.
 */
const TEMPLATES = {
  ru: (code: string) => `Код: ${code}. Никому его не сообщайте.`,
  en: (code: string) => `Code: ${code}. Do not share it with anyone.`,
  uk: (code: string) => `Код: ${code}. Нікому його не кажіть.`,
  be: (code: string) => `Код: ${code}. Нікому яго не кажыце.`,
  kk: (code: string) => `Код: ${code}. Оны ешкімге айтпаңыз.`,
  ky: (code: string) => `Код: ${code}. Аны эч кимге айтпаңыз.`,
  uz: (code: string) => `Kod: ${code}. Uni hech kimga aytmang.`,
  tg: (code: string) => `Рамз: ${code}. Онро ба касе нагӯед.`,
  hy: (code: string) => `Կոդ՝ ${code}։ Ոչ մեկին մի՛ ասեք այն։`,
  az: (code: string) => `Kod: ${code}. Onu heç kimə deməyin.`,
  ka: (code: string) => `კოდი: ${code}. არავის უთხრათ.`,
  tr: (code: string) => `Kod: ${code}. Kimseyle paylaşmayın.`,
  ar: (code: string) => `الرمز: ${code}. لا تشاركه مع أحد.`,
  zh: (code: string) => `验证码：${code}。请勿告知他人。`,
  de: (code: string) => `Code: ${code}. Geben Sie ihn nicht weiter.`,
  fr: (code: string) => `Code : ${code}. Ne le partagez pas.`,
  es: (code: string) => `Código: ${code}. No lo compartas.`,
};

/** The language of an SMS. */
export type SmsLanguage = keyof typeof TEMPLATES;

/** The languages in which an SMS can be sent. */
export const SMS_LANGUAGES = Object.keys(TEMPLATES) as SmsLanguage[];

/**
 * Returns the text of the SMS (docs/protocol.md#sms-text). Its last line, `@<host> #<code>`, binds the code to the host for
 * autofill on iOS and for WebOTP: https://wicg.github.io/sms-one-time-codes/. The text is short, because a single SMS holds only
 * 70 characters if one of them is not in the alphabet of GSM 03.38.
 * @param host host of the page that contains the widget
 */
export function smsText(language: SmsLanguage, code: string, host: string): string {
  return `${TEMPLATES[language](code)}\n@${host} #${code}`;
}
