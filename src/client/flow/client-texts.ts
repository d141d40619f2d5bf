import { AuthError, type AuthFailure } from '../../core/auth-error.js';
import { errorText, type ErrorTexts, type RuleTexts } from '../../core/error-texts.js';
import { errors as errorsEn } from '../../locales/en.js';
import { checkTexts, mergeTexts } from '../../locales/merge-texts.js';
import { fallbacks, registeredLanguage } from '../../locales/registry.js';
import type { Texts } from '../../locales/texts.js';

/** The texts of a client: those of its errors. The page's own texts replace the built-in ones. */
export class ClientTexts {
  readonly #texts: Texts | undefined;
  readonly #errors: ErrorTexts;
  /** Only the page's own, if the rules of the server are not known. */
  readonly #rules: RuleTexts;

  /**
   * @param texts name their language in `lang`: a registered one, or else English
   * @param hasReferenceRules whether the rules of docs/protocol.md#field-rules are those of the server
   */
  constructor(texts: Texts | null | undefined, hasReferenceRules: boolean) {
    if (texts) checkTexts(texts);
    const language = fallbacks(texts?.lang ?? 'en')
      .map(registeredLanguage)
      .find(Boolean);
    this.#texts = texts ?? undefined;
    this.#errors = mergeTexts<ErrorTexts>([errorsEn, language], [texts]);
    this.#rules = hasReferenceRules ? this.#errors : mergeTexts<RuleTexts>([], [texts]);
  }

  /** What the page has set. */
  get texts(): Texts | undefined {
    return this.#texts;
  }

  toText(failure: AuthFailure): string {
    return errorText(failure, this.#errors, failure.retryAfter, this.#rules);
  }

  toError(failure: AuthFailure): AuthError {
    return new AuthError(failure.code, failure, this.toText(failure));
  }
}
