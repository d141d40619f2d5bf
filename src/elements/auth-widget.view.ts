import { html, nothing, type TemplateResult } from 'lit';
import type { AuthErrorCode } from '../core/auth-error.js';
import type { AuthFlow } from '../core/auth-flow.js';
import type { AuthMode, AuthState } from '../core/auth-state.js';
import { formatDuration } from '../core/deadline.js';
import { fillIn } from '../core/messages.js';
import type { WidgetTexts } from '../locales/texts.js';
import type { CodeCompleteEvent } from './code-input.events.js';
import type { Field, Problem, Typed } from './fields.js';
import type { Lang } from './locale.js';

/** All that the screens are made of. */
export interface WidgetView {
  readonly lang: Lang;
  readonly texts: WidgetTexts;
  readonly state: AuthState;
  /** null on a server: nothing is known there. */
  readonly flow: AuthFlow | null;
  /** The last error in words, without the time that is left. */
  readonly message: string;
  /** Seconds. */
  readonly resendIn: number;
  readonly retryIn: number;
  readonly offered: readonly AuthMode[];
  readonly typed: Typed;
  readonly problem: Problem | null;
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

/** The fields that the screen has: a message goes nowhere else. */
function fieldsOf({ screen, mode }: AuthFlow): readonly Field[] {
  if (screen === 'code') return ['code'];
  if (screen === 'name') return ['displayName'];
  if (screen !== 'credentials') return [];
  if (mode === 'phone-login') return ['phone'];
  return mode === 'phone-register' ? ['phone', 'displayName'] : ['login', 'password'];
}

function errorField({ flow, problem }: WidgetView): Field | undefined {
  if (problem) return problem.field;
  if (!flow?.failure) return undefined;
  const { code, field = FIELD_OF[code] } = flow.failure;
  return fieldsOf(flow).find(shown => shown === field);
}

/** What stands under a field: what keeps the form from being sent, or what the server said about it. */
function errorAt(view: WidgetView, field: Field): string {
  if (errorField(view) !== field) return '';
  return view.problem ? view.texts[view.problem.text] : view.message;
}

interface FieldOptions {
  readonly label: string;
  readonly autocomplete: string;
  readonly value?: string | null | undefined;
  readonly hint?: string;
  readonly isFirst?: boolean;
  readonly isSecret?: boolean;
}

function field(view: WidgetView, name: Field, options: FieldOptions): TemplateResult {
  const { label, autocomplete, value, hint, isFirst = false, isSecret = false } = options;
  const error = errorAt(view, name);
  const input = html`<input
    part="input"
    id=${name}
    name=${name}
    type=${isSecret && !view.isPasswordShown ? 'password' : 'text'}
    autocomplete=${autocomplete}
    autocapitalize=${name === 'displayName' ? 'words' : 'none'}
    spellcheck="false"
    required
    aria-invalid=${!!error}
    aria-describedby=${`${name}-hint ${name}-error`}
    ?data-first=${isFirst}
    ?data-invalid=${!!error}
    ?readonly=${view.state.isLoading}
    .value=${value ?? ''}
  />`;
  return html`<div part="field">
    <label for=${name}>${label}</label>
    <div class="line">
      ${input}${
        isSecret && name === 'password'
          ? html`<button
              type="button"
              class="eye"
              aria-label=${view.texts.show}
              aria-pressed=${view.isPasswordShown}
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
    <p class="hint" id=${`${name}-hint`}>${hint ?? nothing}</p>
    <p class="error" id=${`${name}-error`} aria-live="polite">${error}</p>
  </div>`;
}

const submit = ({ state }: WidgetView, text: string) =>
  html`<button part="button" type="submit" aria-disabled=${state.isLoading}>
    ${state.isLoading ? html`<i class="spinner"></i>` : nothing}
    <span>${text}</span>
  </button>`;

const link = (text: string, onClick: () => void, isOff = false) =>
  html`<button part="link" type="button" aria-disabled=${isOff} @click=${onClick}>${text}</button>`;

const title = (text: string) => html`<h2 part="title" tabindex="-1">${text}</h2>`;

/** The switch between phone and password, and between having an account and making one. */
const PAIRS: Readonly<Record<AuthMode, { readonly method: AuthMode; readonly account: AuthMode }>> = {
  'phone-login': { method: 'login', account: 'phone-register' },
  'phone-register': { method: 'register', account: 'phone-login' },
  login: { method: 'phone-login', account: 'register' },
  register: { method: 'phone-register', account: 'login' },
};

const isByPhone = (mode: AuthMode) => mode.startsWith('phone');
const isRegistration = (mode: AuthMode) => mode.endsWith('register');

function methods({ offered, texts, onMode }: WidgetView, mode: AuthMode) {
  const other = PAIRS[mode].method;
  // With one of a pair left out, the other method may still have a screen of its own.
  const target = offered.includes(other) ? other : offered.find(known => isByPhone(known) !== isByPhone(mode));
  if (!target) return nothing;
  const button = (isPhone: boolean, text: string) => {
    const isCurrent = isByPhone(mode) === isPhone;
    return html`<button type="button" aria-pressed=${isCurrent} @click=${() => !isCurrent && onMode(target)}>
      ${text}
    </button>`;
  };
  return html`<div part="methods" role="group" aria-label=${texts.method}>
    ${button(true, texts.byPhone)}${button(false, texts.password)}
  </div>`;
}

function credentials(view: WidgetView, flow: AuthFlow): TemplateResult {
  const { texts, typed, lang, offered, state } = view;
  const { mode } = flow;
  const isNew = isRegistration(mode);
  const { account } = PAIRS[mode];
  const name = typed.displayName ?? flow.typedName;
  return html`
    ${title(isNew ? texts.register : texts.login)}${methods(view, mode)}
    ${
      isByPhone(mode)
        ? html`<phone-input
              part="field"
              exportparts="input, error"
              name="phone"
              required
              data-first
              lang=${lang}
              label=${texts.phone}
              .value=${typed.phone ?? flow.phone ?? ''}
              .error=${errorAt(view, 'phone') || null}
              ?data-invalid=${!!errorAt(view, 'phone')}
              ?readonly=${state.isLoading}
            ></phone-input>
            ${isNew ? field(view, 'displayName', { label: texts.name, autocomplete: 'name', value: name }) : nothing}
            ${submit(view, texts.getCode)}`
        : html`${field(view, 'login', {
            label: texts.loginName,
            autocomplete: 'username',
            value: typed.login,
            isFirst: true,
          })}
          ${field(view, 'password', {
            label: texts.password,
            autocomplete: isNew ? 'new-password' : 'current-password',
            isSecret: true,
            ...(isNew && { hint: texts.passwordHint }),
          })}
          ${
            isNew
              ? field(view, 'repeat', { label: texts.repeat, autocomplete: 'new-password', isSecret: true })
              : nothing
          }
          ${submit(view, isNew ? texts.create : texts.signIn)}`
    }
    ${offered.includes(account) ? link(isNew ? texts.toLogin : texts.create, () => view.onMode(account)) : nothing}
  `;
}

function code(view: WidgetView, { phone, codeLength }: AuthFlow): TemplateResult {
  const { texts, lang, resendIn, state } = view;
  return html`
    <code-input
      part="field"
      exportparts="input, error, cell, title, back"
      name="code"
      data-first
      lang=${lang}
      .length=${codeLength}
      .phone=${phone ?? ''}
      .title=${texts.code}
      .isLoading=${state.isLoading}
      .error=${errorAt(view, 'code') || null}
      ?data-invalid=${!!errorAt(view, 'code')}
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

const name = (view: WidgetView, { typedName }: AuthFlow) => html`
  ${title(view.texts.whatName)}
  ${field(view, 'displayName', {
    label: view.texts.name,
    autocomplete: 'name',
    value: view.typed.displayName ?? typedName,
    hint: view.texts.nameHint,
    isFirst: true,
  })}
  ${submit(view, view.texts.save)}${link(view.texts.again, view.onBack)}
`;

const confirmed = ({ texts, onBack }: WidgetView) => html`${title(texts.confirmed)}${link(texts.again, onBack)}`;

function signedIn({ texts, state, onLogout }: WidgetView, { created, mode }: AuthFlow) {
  // Who chose to register knows that an account was made; who wanted to sign in may have mistyped the login.
  const isNew = created && mode === 'login';
  const { displayName, userId } = state;
  const who = displayName ?? userId;
  return html`<slot name="signed-in">
    <div class="person">
      <span class="avatar" aria-hidden="true">${[...(who ?? '')][0]}</span>
      <h2 part="title" tabindex="-1" aria-describedby="notice">${fillIn(texts.hello, { name: who })}</h2>
      <p class="hint" id="notice">${isNew ? fillIn(texts.created, { name: who }) : nothing}</p>
    </div>
    <button part="button" type="button" class="quiet" @click=${onLogout}>${texts.signOut}</button>
  </slot>`;
}

function screen(view: WidgetView, flow: AuthFlow) {
  switch (flow.screen) {
    case 'signed-in':
      return signedIn(view, flow);
    case 'code':
      return code(view, flow);
    case 'name':
      return name(view, flow);
    case 'confirmed':
      return confirmed(view);
    default:
      return credentials(view, flow);
  }
}

/** One real form a screen; its message about everything is there before it is filled, so that it is read aloud. */
export function renderWidget(view: WidgetView): TemplateResult {
  const { flow, texts, retryIn, state } = view;
  if (!flow || flow.screen === 'restoring')
    return html`<div part="card" aria-busy="true">
      <p class="waiting" role="status"><i class="spinner"></i><span class="unseen">${texts.busy}</span></p>
    </div>`;
  const isGeneral = view.message && !errorField(view);
  return html`<div part="card">
    <form
      part="form"
      novalidate
      aria-busy=${state.isLoading}
      @input=${{ handleEvent: view.onInput, capture: true }}
      @submit=${view.onSubmit}
    >
      ${screen(view, flow)}
      <p class="unseen" role="status">${state.isLoading ? texts.busy : nothing}</p>
      <div part="error" ?hidden=${!isGeneral}>
        <p role="alert">${isGeneral ? view.message : nothing}</p>
        ${isGeneral && retryIn ? html`<p>${fillIn(texts.retryIn, { time: formatDuration(retryIn) })}</p>` : nothing}
      </div>
    </form>
    <slot name="footer"></slot>
  </div>`;
}
