import { html, nothing, type TemplateResult } from 'lit';
import { MODE_TRAITS, type AuthMode } from '../../core/modes.js';
import { formatPhone } from '../../core/phone.js';
import { backButton } from '../back-button.js';
import { formFields, METHODS } from './model/form-fields.js';
import {
  actionButton,
  fieldErrorText,
  linkButton,
  methodSwitch,
  phoneField,
  resendWait,
  siteLink,
  submitButton,
  textField,
  title,
  withTime,
  type TextField,
} from './view-parts.js';
import { foreignLang, text } from '../text.js';
import { signedInScreen } from './signed-in.view.js';
import type { ViewModel } from './view-model.js';

/** How long the status mentions a wait that has begun, in seconds: long enough for every screen reader to read it. */
const WAIT_IN_STATUS = 10;

/** The parts of a screen that are shown before and after the error message about the whole form. */
interface ScreenParts {
  readonly head: TemplateResult;
  readonly body: TemplateResult;
}

/**
 * Returns the mode to register in that is offered beside the error `unknown-user`: one of the same method. Otherwise undefined.
 */
function registrationAfter({ failure, mode, offeredModes }: ViewModel): AuthMode | undefined {
  const { method, intent } = MODE_TRAITS[mode];
  if (failure?.code !== 'unknown-user' || intent === 'register') return undefined;
  return offeredModes.find(other => MODE_TRAITS[other].method === method && MODE_TRAITS[other].intent === 'register');
}

function credentialsScreen(view: ViewModel): ScreenParts {
  const { texts, pageTexts, mode, offeredModes, hasReferenceRules, form } = view;
  const rules = hasReferenceRules ? texts : pageTexts;
  const { method, intent } = MODE_TRAITS[mode];
  const isRegistration = intent === 'register';
  const otherIntent = offeredModes.find(other => other !== mode && MODE_TRAITS[other].method === method);
  const fields = formFields(view).map(name => {
    if (name === 'phone') return phoneField(view);
    const { newLoginHint, loginHint, passwordHint } = rules;
    const hint = isRegistration ? { login: loginHint, password: passwordHint } : { login: newLoginHint };
    return textField(view, name as TextField, (hint as Record<string, string | undefined>)[name]);
  });
  const submitLabel = (mode === 'login' && rules.signInOrCreate) || texts[METHODS[method][intent].submit];
  // Each method has its own position in the list. In a shared one, Lit would reuse the other method's inputs and
  // values.
  const forms = Object.keys(METHODS).map(other =>
    other === method ? html`${fields}${submitButton(view, submitLabel)}` : nothing,
  );
  const head = html`${title(isRegistration ? texts.registerTitle : texts.signInTitle)} ${methodSwitch(view)}`;
  const body = html`
    ${forms}
    ${
      otherIntent && !registrationAfter(view)
        ? linkButton(isRegistration ? texts.haveAccount : texts.createAccount, () => form.onModeChange(otherIntent))
        : nothing
    }
  `;
  return { head, body };
}

/** What to do if no code arrives. */
const codeHelp = ({ texts, helpHref }: ViewModel) =>
  html`<details part="help">
    <summary part="link">${text(texts.noCode)}</summary>
    <ul>
      ${texts.noCodeTips.split('\n').map(tip => html`<li>${text(tip)}</li>`)}
    </ul>
    ${siteLink(texts.help, helpHref)}
  </details>`;

function codeScreen(view: ViewModel): ScreenParts {
  const { texts, resendIn, form } = view;
  const head = html`
    ${backButton(text(texts.back), form.onCodeBack)}
    <code-input
      part="field"
      exportparts="input, error, cell, title"
      name="code"
      .ownName=${texts.code}
      .texts=${view.pageTexts}
      .length=${view.codeLength}
      .phone=${view.phone}
      .title=${texts.code}
      .description=${view.isEarlierCode ? texts.earlierCodeSentTo : ''}
      .hint=${texts.codeHint}
      .isBackOutside=${true}
      .isLoading=${view.isLoading}
      .error=${fieldErrorText(view, 'code')}
      @code-complete=${form.onCodeComplete}
    >
      <button slot="change" part="link" type="button" @click=${form.onCodeBack}>${text(texts.changeNumber)}</button>
    </code-input>
  `;
  const isDead = view.failure?.code === 'code-expired';
  const wait = resendWait(resendIn, texts);
  const body = html`
    ${
      isDead
        ? actionButton(texts.resend, form.onResend, resendIn ? 'quiet' : '', resendIn > 0)
        : submitButton(view, texts.confirmCode)
    }
    ${
      resendIn
        ? html`<p class="wait">${text(view.notice === 'resent' ? `${texts.resent} ${wait}` : wait)}</p>`
        : html`${isDead ? nothing : linkButton(texts.resend, form.onResend)}${codeHelp(view)}`
    }
  `;
  return { head, body };
}

/**
 * Renders the screen that asks for the display name of an account without one. Only after a code (the step `verified`) does it
 * say that the number is confirmed.
 */
function nameScreen(view: ViewModel): ScreenParts {
  const { texts, verificationStep, form } = view;
  const hint = verificationStep === 'verified' ? `${texts.confirmedTitle}. ${texts.nameHint}` : texts.nameHint;
  const body = html`
    ${textField(view, 'displayName', hint)}${submitButton(view, texts.saveName)}
    ${linkButton(texts.startOver, form.onBack)}
  `;
  return { head: title(texts.nameTitle), body };
}

function formScreen(view: ViewModel): ScreenParts {
  const { texts, form } = view;
  switch (view.screen) {
    case 'code':
      return codeScreen(view);
    case 'name':
      return nameScreen(view);
    case 'confirmed':
      return { head: title(texts.confirmedTitle), body: linkButton(texts.startOver, form.onBack) };
    default:
      return credentialsScreen(view);
  }
}

/** Renders the link to the form with a password while the number is blocked, if such a mode is offered. */
function passwordLink({ texts, mode, blockedIn, offeredModes, form }: ViewModel) {
  const { intent } = MODE_TRAITS[mode];
  const target = offeredModes.find(
    other => MODE_TRAITS[other].method === 'password' && MODE_TRAITS[other].intent === intent,
  );
  const label = intent === 'register' ? texts.registerByPassword : texts.signInByPassword;
  return blockedIn && target ? linkButton(label, () => form.onModeChange(target)) : nothing;
}

/**
 * Returns the text for screen readers about a change that they don't announce otherwise: an operation is running (and
 * why it takes long); a wait has begun, whose countdown is outside the live regions; another code was sent; the wait for
 * another code, or a block, has ended; the person was signed out. Returns '' for none.
 */
function statusText({ texts, message, phone, retry, retryIn, notice, isLoading, challengeText }: ViewModel): string {
  if (isLoading) return challengeText || texts.busy;
  if (message && retry && retryIn > retry.seconds - WAIT_IN_STATUS)
    return withTime(texts.retryIn, retry.seconds, texts);
  if (notice === 'resent') return `${texts.codeSentTo} ${formatPhone(phone ?? '')}`;
  return notice ? texts[notice] : '';
}

/**
 * Renders the status and the error message about the whole form. Both are in the document before they have a text,
 * because screen readers announce changes in a live region but not a new region. The form around the status is busy
 * while an operation runs, and NVDA skips changes in a busy element: `aria-busy="false"` on the status prevents that.
 */
function feedback(view: ViewModel): TemplateResult {
  const { dir, texts, retryIn, form } = view;
  const registration = registrationAfter(view);
  const message = form.invalidField ? '' : view.message;
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
      ${passwordLink(view)}
      ${registration ? linkButton(texts.createAccount, () => form.onModeChange(registration)) : nothing}
    </div>`;
}

/** Each screen is one form: docs/decisions/one-form-per-screen.md#decision. */
const formAround = (view: ViewModel) => {
  const { head, body } = formScreen(view);
  return html`<form
    part="form"
    lang=${foreignLang(view)}
    dir=${view.dir ?? nothing}
    novalidate
    aria-busy=${view.isLoading}
    @input=${view.form.onInput}
    @submit=${view.form.onSubmit}
  >
    ${head}${feedback(view)}${body}
  </form>`;
};

/** Renders the links to the terms and the privacy policy, as one sentence if there are both. */
function legalLinks(view: ViewModel) {
  const { dir, texts, termsHref, privacyHref, screen } = view;
  if (screen !== 'credentials' || !(termsHref || privacyHref)) return nothing;
  const links =
    termsHref && privacyHref
      ? texts.legal
          .split(/[<>]/)
          .map((part, index) => (index % 2 ? siteLink(part, index < 2 ? termsHref : privacyHref) : text(part)))
      : [siteLink(texts.terms, termsHref), siteLink(texts.privacy, privacyHref)];
  return html`<p part="legal" class="hint" lang=${foreignLang(view)} dir=${dir ?? nothing}>${links}</p>`;
}

/**
 * Renders the widget while it's unknown who is signed in: on a server, and while a stored session is being restored.
 */
export const renderRestoring = (view: Pick<ViewModel, 'lang' | 'dir' | 'texts'>): TemplateResult =>
  html`<div part="card" role="group" aria-label=${view.texts.signInTitle} aria-busy="true">
    <div class="top">
      <slot name="header"></slot>
      <p class="waiting" role="status" lang=${foreignLang(view)} dir=${view.dir ?? nothing}>
        <i class="spinner"></i><span class="visually-hidden">${view.texts.busy}</span>
      </p>
    </div>
  </div>`;

/**
 * Renders the widget once it's known whether someone is signed in. The view of a signed-in person has no form around
 * it, because the page may slot its own form into it, and browsers don't let the `submit` events of a nested form out
 * of the outer form. `lang` and `dir` are set only on the widget's own texts, because slotted content has its own
 * language and direction.
 */
export const renderWidget = (view: ViewModel): TemplateResult =>
  html`<div part="card">
    <div class="top">
      <slot name="header"></slot>
      ${
        view.screen === 'signed-in'
          ? html`<div part="form" aria-busy=${view.isLoading}>${feedback(view)}${signedInScreen(view)}</div>`
          : formAround(view)
      }
    </div>
    <slot name="footer"></slot>
    ${legalLinks(view)}
  </div>`;
