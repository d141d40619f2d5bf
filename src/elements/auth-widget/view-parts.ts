// Templates of the parts that the widget's screens consist of: fields, buttons, links.
import { html, nothing, type TemplateResult } from 'lit';
import { MODE_TRAITS } from '../../core/modes.js';
import { formatCountdown, formatDuration } from '../../core/deadline.js';
import { fillIn } from '../../core/text-template.js';
import type { WidgetTexts } from '../../locales/text-keys.js';
import { FIELDS, METHODS, type Field } from './model/form-fields.js';
import { isFailureOf } from './model/form-validation.js';
import { text } from '../text.js';
import type { ViewModel } from './view-model.js';

/** Returns the error message under a field; '' for none. */
export function fieldErrorText(view: ViewModel, field: Field): string {
  const fieldError = view.form.fieldErrors.find(error => error.field === field);
  if (fieldError) return view.texts[fieldError.textKey];
  return isFailureOf(view.failure, field) ? view.message : '';
}

export const title = (content: string) => html`<h2 part="title" tabindex="-1">${text(content)}</h2>`;

/**
 * Fills the remaining time into a text template. Not for buttons, because screen readers announce each new name of a focused
 * button.
 */
export const withTime = (
  template: WidgetTexts['retryIn'],
  seconds: number,
  texts: ViewModel['texts'],
  format = formatDuration,
): string => fillIn(template, { time: format(seconds, texts), seconds }, texts.lang);

/** Returns the text that says when another code can be requested. */
export const resendWait = (seconds: number, texts: ViewModel['texts']): string =>
  withTime(texts.resendIn, seconds, texts, formatCountdown);

/**
 * Renders the submit button, and below it what a challenge needs. The button has `aria-disabled` instead of `disabled`, so that it
 * keeps the focus while an operation runs. The page's captcha comes after the button, so that the button doesn't move when the
 * captcha appears, and Tab moves the focus from the button to the captcha. The hint above the captcha is hidden from screen readers
 * because the status has the same text.
 */
export const submitButton = ({ isLoading, retryIn, challenge, challengeText, form }: ViewModel, label: string) =>
  html`<button
      part="button"
      type="submit"
      class=${retryIn ? 'quiet' : ''}
      aria-disabled=${isLoading || retryIn > 0}
      @click=${form.onSubmitClick}
    >
      <i class="spinner" ?hidden=${!isLoading}></i>
      ${text(label)}
    </button>
    ${challengeText ? html`<p class="hint" aria-hidden="true">${text(challengeText)}</p>` : nothing}
    <slot name="challenge" ?hidden=${!challenge || challenge.type === 'pow'}></slot>`;

/**
 * Renders a button that doesn't submit the form. It has `aria-disabled`, so that it can keep the focus while it is off. A click then still
 * calls `onClick`, which has to check.
 */
export const actionButton = (label: string, onClick: () => void, look: 'quiet' | '' = '', isDisabled = false) =>
  html`<button part="button" type="button" class=${look} aria-disabled=${isDisabled || nothing} @click=${onClick}>
    ${text(label)}
  </button>`;

export const linkButton = (label: string, onClick: () => void) =>
  html`<button part="link" type="button" @click=${onClick}>${text(label)}</button>`;

/** Renders a link to another page of the site, or nothing without an address. */
export const siteLink = (label: string, href: string | undefined) =>
  href ? html`<a part="link" href=${href}>${text(label)}</a>` : nothing;

const passwordToggle = ({ texts, form }: ViewModel) =>
  html`<button
    type="button"
    class="eye"
    aria-label=${texts.showPassword}
    aria-pressed=${form.isPasswordShown}
    @click=${form.onPasswordToggle}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      <path class="strike" d="m4 20 16-16" />
    </svg>
  </button>`;

export const phoneField = (view: ViewModel) =>
  html`<phone-input
    part="field"
    exportparts="input, error"
    name="phone"
    required
    label=${view.texts.phone}
    .texts=${view.pageTexts}
    .countries=${view.countries}
    .countryMemory=${view.countryMemory}
    .value=${view.form.drafts.phone ?? view.phone}
    .error=${fieldErrorText(view, 'phone')}
    ?readonly=${view.isLoading}
  ></phone-input>`;

export type TextField = Exclude<Field, 'phone' | 'code'>;

/** Renders a field with a native input. */
export function textField(view: ViewModel, name: TextField, hint = ''): TemplateResult {
  const { autocomplete, isSecret } = FIELDS[name];
  const isName = name === 'displayName';
  const value = view.form.drafts[name] ?? (isName ? view.typedName : '');
  const error = fieldErrorText(view, name);
  return html`<div part="field">
    <label for=${name} .textContent=${view.texts[name]}></label>
    <div class="line" dir=${isName ? nothing : 'ltr'}>
      <input
        part="input"
        id=${name}
        name=${name}
        type=${isSecret && !view.form.isPasswordShown ? 'password' : 'text'}
        autocomplete=${typeof autocomplete === 'object' ? autocomplete[MODE_TRAITS[view.mode].intent] : autocomplete}
        autocapitalize=${isName ? 'words' : 'none'}
        autocorrect="off"
        spellcheck="false"
        dir=${isName ? 'auto' : nothing}
        aria-required="true"
        aria-invalid=${!!error}
        aria-describedby="${name}-hint ${name}-error"
        ?readonly=${view.isLoading}
        .value=${value ?? ''}
      />${name === 'password' ? passwordToggle(view) : nothing}
    </div>
    ${name === 'password' && view.mode === 'login' ? siteLink(view.texts.forgotPassword, view.recoverHref) : nothing}
    <p class="hint" id="${name}-hint" .textContent=${error ? '' : hint}></p>
    <p class="error" id="${name}-error" aria-live="polite" .textContent=${error}></p>
  </div>`;
}

/** Renders the method switch, unless only one method is offered. */
export function methodSwitch({ texts, mode, offeredModes, form }: ViewModel) {
  const { method: current, intent } = MODE_TRAITS[mode];
  const buttons = Object.entries(METHODS).flatMap(([method, { label }]) => {
    const isCurrent = method === current;
    const modes = offeredModes.filter(offered => MODE_TRAITS[offered].method === method);
    // If the method isn't offered for the current intent, its button leads to the other intent.
    const target = modes.find(offered => MODE_TRAITS[offered].intent === intent) ?? modes[0];
    const onClick = () => !isCurrent && target && form.onModeChange(target);
    return isCurrent || target
      ? [html`<button type="button" aria-pressed=${isCurrent} @click=${onClick}>${text(texts[label])}</button>`]
      : [];
  });
  const name = intent === 'register' ? texts.registerMethods : texts.signInMethods;
  return buttons[1] ? html`<div part="methods" role="group" aria-label=${name}>${buttons}</div>` : nothing;
}
