import { AuthError, type AuthFailure } from '../../core/auth-error.js';
import { errorText, type ErrorTexts, type RuleTexts } from '../../core/error-text.js';
import { errors as errorsEn } from '../../locales/en.js';
import { checkTexts, mergeTexts } from '../../locales/merge-texts.js';
import { fallbacks } from '../../core/language-tag.js';
import { registeredLanguage } from '../../locales/language-registry.js';
import type { Texts } from '../../locales/text-keys.js';

/** The texts of a client's errors. The page's texts replace the built-in ones. */
export class ClientTexts {
  readonly #texts: Texts | undefined;
  readonly #errors: ErrorTexts;
  /** The texts for broken field rules: only those of the page, unless the server has the reference rules. */
  readonly #rules: RuleTexts;

  /**
   * @param texts the page's texts. They replace those of the language that their `lang` names, if it is registered by now, or
   * else English ones. Unlike in the elements, Russian isn't built in
   * @param hasReferenceRules whether the server applies the rules of docs/protocol.md#field-rules
   */
  constructor(texts: Texts | null | undefined, hasReferenceRules: boolean) {
    if (texts) checkTexts(texts);
    const language = fallbacks(texts?.lang ?? 'en')
      .map(registeredLanguage)
      .find(Boolean);
    this.#texts = texts ?? undefined;
    this.#errors = mergeTexts<ErrorTexts>([errorsEn], [language, texts]);
    this.#rules = hasReferenceRules ? this.#errors : mergeTexts<RuleTexts>([], [texts]);
  }

  /** The texts that the page has set. */
  get texts(): Texts | undefined {
    return this.#texts;
  }

  errorText(failure: AuthFailure): string {
    return errorText(failure, this.#errors, undefined, this.#rules);
  }

  toError(failure: AuthFailure): AuthError {
    return new AuthError(failure.code, failure, this.errorText(failure));
  }
}
