import { html, nothing, type TemplateResult } from 'lit';
import type { AuthFlow } from '../core/auth-flow.js';
import { MODE_TRAITS, type AuthMode, type AuthState } from '../core/auth-state.js';
import { formatDuration } from '../core/deadline.js';
import { fillIn } from '../core/message.js';
import type { ErrorMessages } from '../core/messages.js';
import { formatPhone } from '../core/phone.js';
import type { CodeInputTexts, PhoneInputTexts } from '../locales/input-texts.js';
import type { WidgetTexts } from '../locales/widget-texts.js';
import { backButton } from './back-button.js';
import type { CodeCompleteEvent } from './code-input.events.js';
import { FIELDS, formFields, METHODS, type Field } from './form-fields.js';
import { errorField, isAbout, type Drafts, type FieldError } from './form-validation.js';
import { firstCharacter } from './first-character.js';
import type { ElementLanguage } from './locale.js';
import { foreignLang, text } from './text.js';

/** The words of the widget, and of its errors and its inputs. */
export type AllWidgetTexts = ErrorMessages & PhoneInputTexts & CodeInputTexts & WidgetTexts;

/** Seconds for which the status keeps the wait that has begun: long enough for every screen reader to have fetched it. */
const WAIT_IN_STATUS = 10;

/** What is new about the code, while nothing was typed since: another one was sent; the next one can be requested. */
export type CodeNotice = 'resent' | 'resend-ready';

/** Everything that the screens are rendered from: the state, the flow, and what only the widget knows. */
export interface WidgetView extends AuthState, AuthFlow, ElementLanguage<AllWidgetTexts> {
  readonly recoverHref: string | undefined;
  readonly termsHref: string | undefined;
  readonly privacyHref: string | undefined;
  /** The last failure in words, or else that the number is blocked; without the time until another attempt makes sense. */
  readonly message: string;
  /** Seconds until a new code can be requested; 0 when it can. */
  readonly resendIn: number;
  /** Seconds until another attempt makes sense; 0 when it does. */
  readonly retryIn: number;
  /** Seconds for which the number in the form is still blocked; 0 where it is not. */
  readonly blockedIn: number;
  readonly codeNotice: CodeNotice | undefined;
  /** What is said of a challenge that is being solved; '' while there is nothing to say. */
  readonly challengeText: string;
  readonly offeredModes: readonly AuthMode[];
  /** Whether the server has the rules for logins and passwords that our hints say. */
  readonly hasReferenceRules: boolean;
  readonly drafts: Drafts;
  readonly fieldErrors: readonly FieldError[];
  readonly isPasswordShown: boolean;
  readonly onInput: (event: Event) => void;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly onCodeComplete: (event: CodeCompleteEvent) => void;
  readonly onCodeBack: () => void;
  readonly onModeChange: (mode: AuthMode) => void;
  readonly onBack: () => void;
  readonly onResend: () => void;
  readonly onLogout: () => void;
  readonly onPasswordToggle: () => void;
}

/** What is drawn, and read, before the message about the whole form, and after it. */
interface ScreenParts {
  readonly head: TemplateResult;
  readonly body: TemplateResult;
}

/** The message under a field; '' for none. */
function errorText(view: WidgetView, field: Field): string {
  const fieldError = view.fieldErrors.find(error => error.field === field);
  if (fieldError) return view.texts[fieldError.text];
  return isAbout(view.failure, field) ? view.message : '';
}

const title = (content: string) => html`<h2 part="title" tabindex="-1">${text(content)}</h2>`;

/** Never on a button: of the one that has the focus, each new name is read aloud. */
const withTime = (message: WidgetTexts['retryIn'], seconds: number, texts: WidgetView['texts']): string =>
  fillIn(message, { time: formatDuration(seconds, texts), seconds }, texts.lang);

/**
 * `aria-disabled` instead of `disabled`: the button keeps the focus while an operation runs. A captcha of the page comes
 * behind the button: the button does not move then, and Tab leads from it to the captcha. Screen readers have the text
 * above it from the status.
 */
const submitButton = ({ isLoading, blockedIn, challenge, challengeText }: WidgetView, label: string) =>
  html`<button
      part="button"
      type="submit"
      class=${blockedIn ? 'quiet' : ''}
      aria-disabled=${isLoading || blockedIn > 0}
    >
      <i class="spinner" ?hidden=${!isLoading}></i>
      ${text(label)}
    </button>
    ${challengeText ? html`<p class="hint" aria-hidden="true">${text(challengeText)}</p>` : nothing}
    <slot name="challenge" ?hidden=${!challenge || challenge.type === 'pow'}></slot>`;

const link = (label: string, onClick: () => void) =>
  html`<button part="link" type="button" @click=${onClick}>${text(label)}</button>`;

/** A link to a page of the site's own. */
const siteLink = (label: string, href: string | undefined) =>
  href ? html`<a part="link" href=${href}>${text(label)}</a>` : nothing;

const passwordToggle = ({ texts, isPasswordShown, onPasswordToggle }: WidgetView) =>
  html`<button
    type="button"
    class="eye"
    aria-label=${texts.showPassword}
    aria-pressed=${isPasswordShown}
    @click=${onPasswordToggle}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      <path class="strike" d="m4 20 16-16" />
    </svg>
  </button>`;

const phoneField = (view: WidgetView) =>
  html`<phone-input
    part="field"
    exportparts="input, error"
    name="phone"
    required
    label=${view.texts.phone}
    .texts=${view.ownTexts}
    .value=${view.drafts.phone ?? view.phone}
    .error=${errorText(view, 'phone')}
    ?readonly=${view.isLoading}
  ></phone-input>`;

type TextField = Exclude<Field, 'phone' | 'code'>;

/** A field with a native input. */
function textField(view: WidgetView, name: TextField, hint = ''): TemplateResult {
  const { autocomplete, isSecret } = FIELDS[name];
  const isName = name === 'displayName';
  const value = view.drafts[name] ?? (isName ? view.typedName : '');
  const error = errorText(view, name);
  return html`<div part="field">
    <label for=${name} .textContent=${view.texts[name]}></label>
    <div class="line" dir=${isName ? nothing : 'ltr'}>
      <input
        part="input"
        id=${name}
        name=${name}
        type=${isSecret && !view.isPasswordShown ? 'password' : 'text'}
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
    <p class="hint" id="${name}-hint" .textContent=${error ? '' : hint}></p>
    <p class="error" id="${name}-error" aria-live="polite" .textContent=${error}></p>
  </div>`;
}

/** The switch between the methods. Nothing where one is all there is. */
function methodSwitch({ texts, mode, offeredModes, onModeChange }: WidgetView) {
  const { method: current, intent } = MODE_TRAITS[mode];
  const buttons = Object.entries(METHODS).flatMap(([method, { label }]) => {
    const isCurrent = method === current;
    const modes = offeredModes.filter(offered => MODE_TRAITS[offered].method === method);
    // Where the intent is not offered by that method, the other one is.
    const target = modes.find(offered => MODE_TRAITS[offered].intent === intent) ?? modes[0];
    const onClick = () => !isCurrent && target && onModeChange(target);
    return isCurrent || target
      ? [html`<button type="button" aria-pressed=${isCurrent} @click=${onClick}>${text(texts[label])}</button>`]
      : [];
  });
  const name = intent === 'register' ? texts.registerMethods : texts.signInMethods;
  return buttons[1] ? html`<div part="methods" role="group" aria-label=${name}>${buttons}</div>` : nothing;
}

/** The mode in which a person registers whom the server does not know: offered beside that error. */
function registrationAfter({ failure, mode, offeredModes }: WidgetView): AuthMode | undefined {
  const { method, intent } = MODE_TRAITS[mode];
  if (failure?.code !== 'unknown-user' || intent === 'register') return undefined;
  return offeredModes.find(other => MODE_TRAITS[other].method === method && MODE_TRAITS[other].intent === 'register');
}

function credentialsScreen(view: WidgetView): ScreenParts {
  const { texts, ownTexts, mode, offeredModes, hasReferenceRules, onModeChange } = view;
  const { method, intent } = MODE_TRAITS[mode];
  const isRegistration = intent === 'register';
  const otherIntent = offeredModes.find(other => other !== mode && MODE_TRAITS[other].method === method);
  const fields = formFields(view).map(name => {
    if (name === 'phone') return phoneField(view);
    const { loginHint, passwordHint } = hasReferenceRules ? texts : ownTexts;
    const hint = { login: loginHint, password: passwordHint }[name as string];
    return textField(view, name as TextField, isRegistration ? hint : '');
  });
  // A place in the list for each method: in one place, Lit would reuse the inputs of the other method, with their values.
  const forms = Object.keys(METHODS).map(other =>
    other === method ? html`${fields}${submitButton(view, texts[METHODS[method][intent].submit])}` : nothing,
  );
  const head = html`${title(isRegistration ? texts.registerTitle : texts.signInTitle)} ${methodSwitch(view)}`;
  const body = html`
    ${forms} ${mode === 'login' ? siteLink(texts.forgotPassword, view.recoverHref) : nothing}
    ${
      otherIntent && !registrationAfter(view)
        ? link(isRegistration ? texts.haveAccount : texts.createAccount, () => onModeChange(otherIntent))
        : nothing
    }
  `;
  return { head, body };
}

function codeScreen(view: WidgetView): ScreenParts {
  const { texts, resendIn, onCodeBack } = view;
  const head = html`
    ${backButton(text(texts.back), onCodeBack)}
    <code-input
      part="field"
      exportparts="input, error, cell, title"
      name="code"
      .texts=${view.ownTexts}
      .length=${view.codeLength}
      .phone=${view.phone}
      .title=${texts.code}
      .description=${view.isEarlierCode ? texts.earlierCodeSentTo : ''}
      .hint=${texts.codeHint}
      .isBackOutside=${true}
      .isLoading=${view.isLoading}
      .error=${errorText(view, 'code')}
      @code-complete=${view.onCodeComplete}
    ></code-input>
  `;
  const body = html`
    ${submitButton(view, texts.confirmCode)}
    ${
      resendIn
        ? html`<p class="wait">${text(withTime(texts.resendIn, resendIn, texts))}</p>`
        : link(texts.resend, view.onResend)
    }
  `;
  return { head, body };
}

/** The account needs a name: after a code, and after a password of an account that was made elsewhere without one. */
function nameScreen(view: WidgetView): ScreenParts {
  const { texts, verificationStep, onBack } = view;
  const hint = verificationStep === 'verified' ? `${texts.confirmedTitle}. ${texts.nameHint}` : texts.nameHint;
  const body = html`
    ${textField(view, 'displayName', hint)}${submitButton(view, texts.saveName)} ${link(texts.startOver, onBack)}
  `;
  return { head: title(texts.nameTitle), body };
}

function signedInScreen(view: WidgetView): TemplateResult {
  const { dir, texts, displayName, userId, created, mode, onLogout } = view;
  const name = displayName ?? userId;
  // Someone who registered expects a new account; someone who signed in may have mistyped the login.
  const isUnexpectedAccount = created && MODE_TRAITS[mode].intent === 'sign-in';
  return html`<slot name="signed-in">
    <div class="person" lang=${foreignLang(view)} dir=${dir ?? nothing}>
      <span class="avatar" aria-hidden="true" .textContent=${firstCharacter(name ?? '')}></span>
      <h2 part="title" tabindex="-1" aria-describedby="notice">${text(fillIn(texts.signedInAs, { name }))}</h2>
      <p class="hint" id="notice" .textContent=${isUnexpectedAccount ? texts.accountCreated : ''}></p>
    </div>
    <button
      part="button"
      type="button"
      class="quiet"
      lang=${foreignLang(view)}
      dir=${dir ?? nothing}
      @click=${onLogout}
    >
      ${text(texts.signOut)}
    </button>
  </slot>`;
}

function formScreen(view: WidgetView): ScreenParts {
  const { texts, onBack } = view;
  switch (view.screen) {
    case 'code':
      return codeScreen(view);
    case 'name':
      return nameScreen(view);
    case 'confirmed':
      return { head: title(texts.confirmedTitle), body: link(texts.startOver, onBack) };
    default:
      return credentialsScreen(view);
  }
}

/** While the number is blocked: a link to the form for a password, where that is offered. */
function otherWayIn({ texts, mode, blockedIn, offeredModes, onModeChange }: WidgetView) {
  const { intent } = MODE_TRAITS[mode];
  const target = offeredModes.find(
    other => MODE_TRAITS[other].method === 'password' && MODE_TRAITS[other].intent === intent,
  );
  const label = intent === 'register' ? texts.registerByPassword : texts.signInByPassword;
  return blockedIn && target ? link(label, () => onModeChange(target)) : nothing;
}

/**
 * What the status says: that something runs, and why if it takes long; which wait has begun, because the time beside the
 * message counts down outside of the live regions; that another code was sent, which changes nothing else that is read;
 * that the next one can be requested, by a button that was not there.
 */
function statusText({
  texts,
  message,
  phone,
  retry,
  retryIn,
  codeNotice,
  isLoading,
  challengeText,
}: WidgetView): string {
  if (isLoading) return challengeText || texts.busy;
  if (message && retry && retryIn > retry.seconds - WAIT_IN_STATUS)
    return withTime(texts.retryIn, retry.seconds, texts);
  if (codeNotice === 'resend-ready') return texts.resendReady;
  return codeNotice ? `${texts.codeSentTo} ${formatPhone(phone ?? '')}` : '';
}

/**
 * The status and the message about the whole form. Both are in the document before they have a text: a screen reader
 * announces changes of a live region, not a new one. The status has `aria-busy="false"` because NVDA skips changes in a
 * busy element, and the form around it is busy.
 */
function feedback(view: WidgetView): TemplateResult {
  const { dir, texts, retryIn, onModeChange } = view;
  const registration = registrationAfter(view);
  const message = errorField(view, view.fieldErrors) ? '' : view.message;
  return html`<p
      class="visually-hidden"
      role="status"
      lang=${foreignLang(view)}
      dir=${dir ?? nothing}
      aria-busy="false"
      .textContent=${statusText(view)}
    ></p>
    <div part="error" lang=${foreignLang(view)} dir=${dir ?? nothing} ?hidden=${!message}>
      <p role="alert" .textContent=${message}></p>
      ${message && retryIn ? html`<p>${text(withTime(texts.retryIn, retryIn, texts))}</p>` : nothing}
      ${otherWayIn(view)} ${registration ? link(texts.createAccount, () => onModeChange(registration)) : nothing}
    </div>`;
}

/** One form for each screen: docs/decisions/one-form-per-screen.md#decision. */
const form = (view: WidgetView) => {
  const { head, body } = formScreen(view);
  return html`<form
    part="form"
    lang=${foreignLang(view)}
    dir=${view.dir ?? nothing}
    novalidate
    aria-busy=${view.isLoading}
    @input=${view.onInput}
    @submit=${view.onSubmit}
  >
    ${head}${feedback(view)}${body}
  </form>`;
};

/** The links to what a person agrees to. */
function legalLinks(view: WidgetView) {
  const { dir, texts, termsHref, privacyHref } = view;
  const links = [siteLink(texts.terms, termsHref), siteLink(texts.privacy, privacyHref)];
  return termsHref || privacyHref
    ? html`<div part="legal" lang=${foreignLang(view)} dir=${dir ?? nothing}>${links}</div>`
    : nothing;
}

/** The widget before anything is known: on a server, and while a stored session is being restored. */
export const renderRestoring = (view: Pick<WidgetView, 'lang' | 'dir' | 'texts'>): TemplateResult =>
  html`<div part="card" aria-busy="true">
    <div class="top">
      <slot name="header"></slot>
      <p class="waiting" role="status" lang=${foreignLang(view)} dir=${view.dir ?? nothing}>
        <i class="spinner"></i><span class="visually-hidden">${view.texts.busy}</span>
      </p>
    </div>
  </div>`;

/**
 * The widget once it is known whether someone is signed in. There is no form around the view of someone who is: the
 * page may slot one of its own into it, and browsers do not let the `submit` of a form inside a form out. What the page
 * slots is in its own language and direction: `lang` and `dir` are on our words alone.
 */
export const renderWidget = (view: WidgetView): TemplateResult =>
  html`<div part="card">
    <div class="top">
      <slot name="header"></slot>
      ${
        view.screen === 'signed-in'
          ? html`<div part="form" aria-busy=${view.isLoading}>${feedback(view)}${signedInScreen(view)}</div>`
          : form(view)
      }
    </div>
    <slot name="footer"></slot>
    ${legalLinks(view)}
  </div>`;
