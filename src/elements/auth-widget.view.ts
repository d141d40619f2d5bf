import { html, nothing, type TemplateResult } from 'lit';
import type { AuthErrorCode } from '../core/auth-error.js';
import type { AuthFlow } from '../core/auth-flow.js';
import { MODE_TRAITS, type AuthMode, type AuthState } from '../core/auth-state.js';
import { formatDuration } from '../core/deadline.js';
import { fillIn } from '../core/messages.js';
import type { WidgetTexts } from '../locales/texts.js';
import type { CodeCompleteEvent } from './code-input.events.js';
import type { Field, FieldError, Typed } from './form-validation.js';
import type { Lang } from './locale.js';

/** All that the screens are made of: the state, the flow, and what only the widget knows. */
export interface WidgetView extends AuthState, AuthFlow {
  readonly lang: Lang;
  readonly texts: WidgetTexts;
  /** The last error in words, without the time that is left. */
  readonly message: string;
  /** Seconds. */
  readonly resendIn: number;
  readonly retryIn: number;
  readonly offered: readonly AuthMode[];
  readonly typed: Typed;
  readonly fieldErrors: readonly FieldError[];
  readonly isPasswordShown: boolean;
  readonly onInput: (event: Event) => void;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly onComplete: (event: CodeCompleteEvent) => void;
  readonly onMode: (mode: AuthMode) => void;
  readonly onBack: () => void;
  readonly onResend: () => void;
  readonly onLogout: () => void;
  readonly onToggle: () => void;
}

/** Where the message of an error belongs; the others are about the whole form. */
const FIELD_OF: Partial<Record<AuthErrorCode, Field>> = {
  'invalid-phone': 'phone',
  'invalid-code': 'code',
  'wrong-code': 'code',
  'code-expired': 'code',
  'wrong-credentials': 'password',
};

/** The fields of a screen or a mode: a message goes nowhere else. */
const FIELDS: Readonly<Partial<Record<string, readonly Field[]>>> = {
  'phone-login': ['phone'],
  'phone-register': ['phone', 'displayName'],
  login: ['login', 'password'],
  register: ['login', 'password', 'repeat'],
  code: ['code'],
  name: ['displayName'],
};

/** The field that a message stands under: what keeps the form from being sent, or what the server said about it. */
export function errorField(
  { screen, mode, failure }: Pick<AuthFlow, 'screen' | 'mode' | 'failure'>,
  [fieldError]: readonly FieldError[],
): Field | undefined {
  const field = fieldError?.field ?? failure?.field ?? (failure && FIELD_OF[failure.code]);
  return FIELDS[screen === 'credentials' ? mode : screen]?.find(shown => shown === field);
}

function errorAt(view: WidgetView, field: Field): string {
  const fieldError = view.fieldErrors.find(each => each.field === field);
  if (fieldError) return view.texts[fieldError.text];
  return errorField(view, view.fieldErrors) === field ? view.message : '';
}

function field(
  view: WidgetView,
  name: 'login' | 'password' | 'repeat' | 'displayName',
  autocomplete: string,
  value?: string | null,
  hint?: string,
): TemplateResult {
  const { texts, isPasswordShown } = view;
  const isSecret = autocomplete.endsWith('password');
  const error = errorAt(view, name);
  return html`<div part="field">
    <label for=${name}>${texts[name]}</label>
    <div class="line">
      <input
        part="input"
        id=${name}
        name=${name}
        type=${isSecret && !isPasswordShown ? 'password' : 'text'}
        autocomplete=${autocomplete}
        autocapitalize=${name === 'displayName' ? 'words' : 'none'}
        autocorrect="off"
        spellcheck="false"
        required
        aria-invalid=${!!error}
        aria-describedby="${name}-hint ${name}-error"
        ?readonly=${view.isLoading}
        .value=${value ?? ''}
      />${
        name === 'password'
          ? html`<button
              type="button"
              class="eye"
              aria-label=${texts.show}
              aria-pressed=${isPasswordShown}
              @click=${view.onToggle}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
                <circle cx="12" cy="12" r="3" />
                <path class="strike" d="m4 20 16-16" />
              </svg>
            </button>`
          : nothing
      }
    </div>
    <p class="hint" id="${name}-hint">${hint}</p>
    <p class="error" id="${name}-error" aria-live="polite">${error}</p>
  </div>`;
}

/** The person's name, asked for in a registration or after it. */
const nameField = (view: WidgetView, hint?: string) =>
  field(view, 'displayName', 'name', view.typed.displayName ?? view.typedName, hint);

/** A text that others take the place of. Set whole: translators put nodes of their own where lit keeps its text. */
const words = (text: string) => html`<span .textContent=${text}></span>`;

const submit = ({ isLoading }: WidgetView, text: string) =>
  html`<button part="button" type="submit" aria-disabled=${isLoading}>
    <i class="spinner" ?hidden=${!isLoading}></i>
    ${words(text)}
  </button>`;

const link = (text: string, onClick: () => void, isOff = false) =>
  html`<button part="link" type="button" aria-disabled=${isOff} @click=${onClick}>${words(text)}</button>`;

const title = (text: string) => html`<h2 part="title" tabindex="-1">${words(text)}</h2>`;

const isByPhone = (mode: AuthMode) => MODE_TRAITS[mode].method === 'phone';
const isRegistration = (mode: AuthMode) => MODE_TRAITS[mode].intent === 'register';

function methods(isPhone: boolean, { texts, onMode }: WidgetView, target: AuthMode) {
  const button = (isCurrent: boolean, text: string) =>
    html`<button type="button" aria-pressed=${isCurrent} @click=${() => !isCurrent && onMode(target)}>${text}</button>`;
  return html`<div part="methods" role="group" aria-label=${texts.method}>
    ${button(isPhone, texts.byPhone)}${button(!isPhone, texts.password)}
  </div>`;
}

function credentials(view: WidgetView): TemplateResult {
  const { texts, typed, mode, offered } = view;
  const isNew = isRegistration(mode);
  const isPhone = isByPhone(mode);
  // The switch between phone and password, and the one between having an account and making one.
  const others = offered.filter(other => isByPhone(other) !== isPhone);
  const account = offered.find(other => other !== mode && !others.includes(other));
  // With one of a pair left out, the other method may still have a screen of its own.
  const method = others.find(other => isRegistration(other) === isNew) ?? others[0];
  return html`
    ${title(isNew ? texts.registerTitle : texts.loginTitle)}${method ? methods(isPhone, view, method) : nothing}
    ${
      isPhone
        ? html`<phone-input
              part="field"
              exportparts="input, error"
              name="phone"
              required
              label=${texts.phone}
              .value=${typed.phone ?? view.phone}
              .error=${errorAt(view, 'phone')}
              ?readonly=${view.isLoading}
            ></phone-input>
            ${isNew ? nameField(view) : nothing}${submit(view, texts.getCode)}`
        : html`${field(view, 'login', 'username', typed.login)}
          ${field(view, 'password', isNew ? 'new-password' : 'current-password', '', isNew ? texts.passwordHint : '')}
          ${isNew ? field(view, 'repeat', 'new-password') : nothing}
          ${submit(view, isNew ? texts.create : texts.signIn)}`
    }
    ${account ? link(isNew ? texts.toLogin : texts.create, () => view.onMode(account)) : nothing}
  `;
}

function code(view: WidgetView): TemplateResult {
  const { texts, resendIn } = view;
  return html`
    <code-input
      part="field"
      exportparts="input, error, cell, title, back"
      name="code"
      .length=${view.codeLength}
      .phone=${view.phone}
      .title=${texts.code}
      .isLoading=${view.isLoading}
      .error=${errorAt(view, 'code')}
      @code-complete=${view.onComplete}
      @code-back=${view.onBack}
    ></code-input>
    ${submit(view, texts.confirm)}
    ${link(
      resendIn ? fillIn(texts.resendIn, { time: formatDuration(resendIn) }) : texts.resend,
      view.onResend,
      resendIn > 0,
    )}
  `;
}

function signedIn({ texts, displayName, userId, created, mode, onLogout }: WidgetView): TemplateResult {
  // Who chose to register knows that an account was made; who wanted to sign in may have mistyped the login.
  const isNew = created && mode === 'login';
  const name = displayName ?? userId;
  return html`<slot name="signed-in">
    <div class="person">
      <span class="avatar" aria-hidden="true">${[...(name ?? '')][0]}</span>
      <h2 part="title" tabindex="-1" aria-describedby="notice">${fillIn(texts.hello, { name })}</h2>
      <p class="hint" id="notice">${isNew ? fillIn(texts.created, { name }) : nothing}</p>
    </div>
    <button part="button" type="button" class="quiet" @click=${onLogout}>${texts.signOut}</button>
  </slot>`;
}

function screen(view: WidgetView): TemplateResult {
  const { texts, onBack } = view;
  switch (view.screen) {
    case 'code':
      return code(view);
    case 'name':
      return html`
        ${title(texts.whatName)}${nameField(view, texts.nameHint)}${submit(view, texts.save)}${link(texts.again, onBack)}
      `;
    case 'confirmed':
      return html`${title(texts.confirmed)}${link(texts.again, onBack)}`;
    default:
      return credentials(view);
  }
}

/** What there is before anything is known: on a server, and while a stored session is being restored. */
export const renderWaiting = ({ lang, texts }: Pick<WidgetView, 'lang' | 'texts'>): TemplateResult =>
  html`<div part="card" lang=${lang} aria-busy="true">
    <p class="waiting" role="status"><i class="spinner"></i><span class="unseen">${texts.busy}</span></p>
  </div>`;

/**
 * What is going on and what went wrong with the whole: there before it is filled, so that it is read aloud. The status
 * is not busy itself: NVDA passes by what changes in anything that is.
 */
function feedback(view: WidgetView): TemplateResult {
  const { texts, retryIn, isLoading } = view;
  const message = errorField(view, view.fieldErrors) ? '' : view.message;
  return html`<p class="unseen" role="status" aria-busy="false">${isLoading ? texts.busy : nothing}</p>
    <div part="error" ?hidden=${!message}>
      <p role="alert">${message}</p>
      ${message && retryIn ? html`<p>${words(fillIn(texts.retryIn, { time: formatDuration(retryIn) }))}</p>` : nothing}
    </div>`;
}

/** One real form a screen. */
const form = (view: WidgetView) =>
  html`<form
    part="form"
    novalidate
    aria-busy=${view.isLoading}
    @input=${{ handleEvent: view.onInput, capture: true }}
    @submit=${view.onSubmit}
  >
    ${screen(view)}${feedback(view)}
  </form>`;

/** What a page shows to who is signed in may have forms of its own: browsers let no `submit` out of a form in a form. */
export const renderWidget = (view: WidgetView): TemplateResult =>
  html`<div part="card" lang=${view.lang}>
    ${
      view.screen === 'signed-in'
        ? html`<div part="form" aria-busy=${view.isLoading}>${signedIn(view)}${feedback(view)}</div>`
        : form(view)
    }
    <slot name="footer"></slot>
  </div>`;
