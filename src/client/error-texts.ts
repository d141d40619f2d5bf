import { AuthError, type AuthFailure } from '../core/auth-error.js';
import { errorMessage, type ErrorMessages } from '../core/messages.js';
import { errors as errorsEn } from '../locales/en.js';
import { mergeTexts } from '../locales/merge-texts.js';
import { fallbacks, registeredLanguage } from '../locales/registry.js';
import { checkTexts } from '../locales/texts-check.js';
import type { Texts } from '../locales/texts.js';

/** The words of a client: its messages of errors, those of the page in the place of ours. */
export class ErrorTexts {
  readonly #texts: Texts | undefined;
  readonly #messages: ErrorMessages;

  /** @param texts name their language in `lang`: a registered one, else English */
  constructor(texts: Texts | null | undefined) {
    if (texts) checkTexts(texts);
    const language = fallbacks(texts?.lang ?? 'en')
      .map(registeredLanguage)
      .find(Boolean);
    this.#texts = texts ?? undefined;
    this.#messages = mergeTexts<ErrorMessages>([errorsEn, language], [texts]);
  }

  /** What the page has set. */
  get texts(): Texts | undefined {
    return this.#texts;
  }

  toMessage(failure: AuthFailure): string {
    return errorMessage(failure, this.#messages);
  }

  toError(failure: AuthFailure): AuthError {
    return new AuthError(failure.code, failure, this.toMessage(failure));
  }
}
