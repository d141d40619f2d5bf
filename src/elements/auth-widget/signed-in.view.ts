// The screen of a signed-in person.
import { html, nothing, type TemplateResult } from 'lit';
import { MODE_TRAITS } from '../../core/modes.js';
import { formatPhone } from '../../core/phone.js';
import { fillIn } from '../../core/text-template.js';
import { foreignLang, text } from '../text.js';
import { actionButton } from './view-parts.js';
import type { ViewModel } from './view-model.js';

/** Matches a Latin or Cyrillic letter or a digit at the start of a text, if the next character isn't combined with it. */
const SIMPLE = /^[\p{sc=Latn}\p{sc=Cyrl}\p{Nd}](?![\p{M}\u200d])/u;

/** Returns the first character as a person sees it (a letter with its accents, an emoji of several code points); undefined for ''. */
export const firstCharacter = (text: string): string | undefined =>
  // The first `Intl.Segmenter` of a page takes 9 ms in Chromium, most of the time of this screen. Firefox before version 125 has none.
  SIMPLE.exec(text)?.[0] ??
  Array.from('Segmenter' in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : text)[0];

/**
 * Returns a number in which dots replace the digits between its country code and the last four. If the page hasn't imported
 * the country, dots replace all digits but the last four.
 */
export const maskPhone = (phone: string): string =>
  formatPhone(phone).replace(/ .*|^\S+$/, national => national.replace(/\d(?=(\D*\d){4})/g, '•'));

export function signedInScreen(view: ViewModel): TemplateResult {
  const { dir, texts, displayName, userId, phone, verificationStep, created, mode, form, onLogout } = view;
  const name = displayName ?? userId;
  // A person who registers expects a new account. A person who wants to sign in may have mistyped the login.
  const isUnexpectedAccount = created && MODE_TRAITS[mode].intent === 'sign-in' && !form.isAccountKept;
  return html`<slot name="signed-in">
    <div class="person" lang=${foreignLang(view)} dir=${dir ?? nothing}>
      <span class="avatar" aria-hidden="true" .textContent=${firstCharacter(name ?? '')}></span>
      <h2 part="title" tabindex="-1" aria-describedby="notice">${text(fillIn(texts.signedInAs, { name }))}</h2>
      ${phone && verificationStep === 'verified' ? html`<bdi class="hint" dir="ltr">${maskPhone(phone)}</bdi>` : nothing}
      <p
        class="hint"
        id="notice"
        .textContent=${isUnexpectedAccount ? fillIn(texts.accountCreated, { login: form.login }) : ''}
      ></p>
      ${
        isUnexpectedAccount
          ? html`${actionButton(texts.keepAccount, form.onAccountKeep)}
            ${actionButton(texts.undoAccount, onLogout, 'quiet')}`
          : actionButton(texts.signOut, onLogout, 'quiet')
      }
    </div>
  </slot>`;
}
