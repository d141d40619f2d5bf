import { AuthError, type AuthFailure } from '../../core/auth-error.js';
import { errorText, type ErrorTexts, type RuleTexts } from '../../core/error-texts.js';
import { errors as errorsEn } from '../../locales/en.js';
import { checkTexts, mergeTexts } from '../../locales/merge-texts.js';
import { fallbacks, registeredLanguage } from '../../locales/registry.js';
import type { Texts } from '../../locales/texts.js';

/** The words of a client: its messages of errors, those of the page in the place of ours. */
export class ClientTexts {
  readonly #texts: Texts | undefined;
  readonly #messages: ErrorTexts;
  /** Those of the page alone where the rules of the server are not known. */
  readonly #rules: RuleTexts;

  /**
   * @param texts name their language in `lang`: a registered one, else English
   * @param hasReferenceRules whether the rules of docs/protocol.md#field-rules are those of the server
   */
  constructor(texts: Texts | null | undefined, hasReferenceRules: boolean) {
    if (texts) checkTexts(texts);
    const language = fallbacks(texts?.lang ?? 'en')
      .map(registeredLanguage)
      .find(Boolean);
    this.#texts = texts ?? undefined;
    this.#messages = mergeTexts<ErrorTexts>([errorsEn, language], [texts]);
    this.#rules = hasReferenceRules ? this.#messages : mergeTexts<RuleTexts>([], [texts]);
  }

  /** What the page has set. */
  get texts(): Texts | undefined {
    return this.#texts;
  }

  toMessage(failure: AuthFailure): string {
    return errorText(failure, this.#messages, failure.retryAfter, this.#rules);
  }

  toError(failure: AuthFailure): AuthError {
    return new AuthError(failure.code, failure, this.toMessage(failure));
  }
}
