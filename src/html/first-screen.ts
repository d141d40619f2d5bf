import type { AuthMode } from '../core/modes.js';
import { NO_VERIFICATION } from '../core/phone-verification.js';
import { firstScreenStyles } from '../elements/auth-widget/auth-widget.styles.js';
import { renderWidget } from '../elements/auth-widget/auth-widget.view.js';
import { initialMode, readModes } from '../elements/auth-widget/controllers/offered-modes.js';
import type { ViewModel } from '../elements/auth-widget/view-model.js';
import type { FieldValidity } from '../elements/control/field-validity.js';
import { renderField, type FieldElement } from '../elements/control/field.view.js';
import { safeHref } from '../elements/dom.js';
import { chooseLanguage, type ElementLanguage } from '../elements/language-controller.js';
import { PHONE_PLACEHOLDER, phoneInputStyles, renderPhoneInput } from '../elements/phone-input/phone-input.view.js';
import { codeInputTexts, errors, phoneInputTexts, widgetTexts } from '../locales/en-and-ru.js';
import { fallbacks } from '../core/language-tag.js';
import type { AllWidgetTexts, PhoneInputTexts, Texts } from '../locales/text-keys.js';
import { renderHtml, writeTag, type Attributes } from './render-html.js';
import { servedScript } from './served-script.js';

export { servedScript };

/** What the first screen depends on: the language of the page, settings of `<auth-widget>`, and where its styles and script are. */
export interface FirstScreenOptions {
  /** The language around the widget: the `lang` of the page. By default, `en`. */
  readonly lang?: string | undefined;
  readonly mode?: AuthMode | undefined;
  readonly modes?: string | undefined;
  readonly theme?: 'light' | 'dark' | undefined;
  readonly recoverHref?: string | undefined;
  readonly termsHref?: string | undefined;
  readonly privacyHref?: string | undefined;
  /** The first screen doesn't show it, but the tag has it. */
  readonly helpHref?: string | undefined;
  /** The property `texts` of the widget. */
  readonly texts?: Texts | undefined;
  /**
   * Whether the server applies the rules of the reference server for logins and passwords. By default, it does. Otherwise the form shows no
   * hints of its own about them.
   */
  readonly hasReferenceRules?: boolean | undefined;
  /** Further attributes of the tag: `base-url`, `countries`, `id`. `lang` is the language of the widget, if it differs from that of the page. */
  readonly attributes?: Readonly<Attributes> | undefined;
  /**
   * The addresses of the two style sheets, `auth-widget/html/auth-widget.css` and `auth-widget/html/phone-input.css`. By
   * default, the styles are inline.
   */
  readonly styleSheets?: { readonly widget: string; readonly phoneInput: string } | undefined;
  /** The address of `auth-widget/html/served.js`. By default, the script is inline. */
  readonly scriptSrc?: string | undefined;
}

/** The first screen as HTML. */
export interface FirstScreen {
  /** The tag with its content, and the script after it. */
  readonly html: string;
  /** The shadow root as a `<template>`. It is the first content of the tag, before any slotted content. */
  readonly shadowRoot: string;
  /** The attributes of the tag. */
  readonly attributes: Readonly<Attributes>;
  /** The `<script>`. It must come right after the end tag, because it looks for the element before it. */
  readonly script: string;
}

/** Hides the form, which is served with `inert`, until src/html/served-script.ts removes that attribute. */
const HIDDEN_FORM = 'form[inert]{visibility:hidden}';

/** The CSS of the shadow roots, as it is inline and in the style sheets. */
export const styles = {
  widget: firstScreenStyles.map(({ cssText }) => cssText).join('') + HIDDEN_FORM,
  phoneInput: phoneInputStyles.map(({ cssText }) => cssText).join(''),
};

const ignore = () => {};

/** The form before anything has happened in it. */
const FORM: ViewModel['form'] = {
  drafts: {},
  fieldErrors: [],
  login: null,
  invalidField: undefined,
  isAccountKept: false,
  isPasswordShown: false,
  onInput: ignore,
  onSubmitClick: ignore,
  onSubmit: ignore,
  onCodeComplete: ignore,
  onResend: ignore,
  onPasswordToggle: ignore,
  onModeChange: ignore,
  onAccountKeep: ignore,
  onBack: ignore,
  onCodeBack: ignore,
};

/** Returns an address if a link may have it, and undefined otherwise. It isn't resolved, because the address of the page isn't known. */
const safe = (href: string | undefined) => (safeHref(href, 'https://page.invalid') ? href : undefined);

function viewOf(options: FirstScreenOptions, language: ElementLanguage<AllWidgetTexts>): ViewModel {
  const { mode, modes, recoverHref, termsHref, privacyHref, hasReferenceRules = true } = options;
  return {
    ...NO_VERIFICATION,
    ...language,
    isAuthenticated: false,
    userId: null,
    displayName: null,
    isLoading: false,
    error: null,
    phoneForVerification: null,
    verificationStep: 'none',
    mode: initialMode({ mode, modes }),
    screen: 'credentials',
    failure: null,
    retry: null,
    created: false,
    challenge: null,
    resendIn: 0,
    retryIn: 0,
    blockedIn: 0,
    notice: undefined,
    form: FORM,
    helpHref: undefined,
    recoverHref: safe(recoverHref),
    termsHref: safe(termsHref),
    privacyHref: safe(privacyHref),
    message: '',
    challengeText: '',
    countries: undefined,
    countryMemory: undefined,
    offeredModes: readModes(modes),
    hasReferenceRules,
    onLogout: ignore,
  };
}

/**
 * Renders what the shadow root of a `<phone-input>` contains before anything is typed.
 * @param attributes those of the `<phone-input>`
 * @param countries the attribute `countries` of the widget
 */
function phoneInput(
  attributes: Readonly<Attributes>,
  countries: string | undefined,
  { lang, dir, texts }: ElementLanguage<PhoneInputTexts>,
) {
  const element: Partial<FieldElement> = {
    label: attributes.label ?? '',
    autocomplete: 'tel',
    // The placeholder of a country is in its module.
    placeholder: countries ? '' : PHONE_PLACEHOLDER,
    required: 'required' in attributes,
    fieldTexts: { lang, dir, label: texts.phone, valueMissing: texts.phoneMissing },
  };
  const validity: Partial<FieldValidity> = {
    internals: { labels: [] as Iterable<Node> as NodeList } as FieldValidity['internals'],
    isEmpty: true,
    isShown: false,
  };
  return renderPhoneInput(undefined, parts => renderField(element as FieldElement, validity as FieldValidity, parts));
}

/**
 * Renders the first screen of `<auth-widget>`, as a person without a session sees it. Pure; runs wherever JavaScript runs.
 * Import a language that isn't built in first: `auth-widget/locales/de.js`. See docs/first-screen.md.
 */
export function renderFirstScreen(options: FirstScreenOptions = {}): FirstScreen {
  const { lang = 'en', mode, modes, texts, styleSheets, scriptSrc } = options;
  const tags = fallbacks(lang);
  const ownTags = fallbacks(options.attributes?.['lang'] ?? lang);
  const language = chooseLanguage<AllWidgetTexts>(
    [errors, phoneInputTexts, codeInputTexts, widgetTexts],
    ownTags,
    tags,
    [texts],
  );
  const style = (name: keyof typeof styles) =>
    styleSheets ? writeTag('link', { rel: 'stylesheet', href: styleSheets[name] }) : `<style>${styles[name]}</style>`;

  const finishTag = (tag: string, attributes: Attributes): string => {
    // Until the elements take over, the form must not load another page. It is hidden until the script has run.
    if (tag === 'form') Object.assign(attributes, { method: 'dialog', inert: '' });
    if (attributes.type === 'submit') attributes.type = 'button';
    if (tag !== 'phone-input') return '';
    // The form has a `lang` of its own if its texts aren't in the language of the page, and the phone field follows it.
    const inner = language.dir ? fallbacks(language.lang) : ownTags;
    const phone = phoneInput(
      attributes,
      options.attributes?.['countries'],
      chooseLanguage([phoneInputTexts], inner, inner, [language.pageTexts]),
    );
    const shadow = { shadowrootmode: 'open', shadowrootdelegatesfocus: '' };
    return `${writeTag('template', shadow)}${style('phoneInput')}${renderHtml(phone, finishTag)}</template>`;
  };

  const content = renderHtml(renderWidget(viewOf(options, language)), finishTag)
    .replace(/>\s+</g, '><')
    .trim();
  const shadowRoot = `${writeTag('template', { shadowrootmode: 'open' })}${style('widget')}${content}</template>`;
  const attributes = attributesOf(options);
  const scriptTag = writeTag('script', {
    'data-mode': initialMode({ mode, modes }),
    ...(scriptSrc ? { src: scriptSrc } : {}),
  });
  const script = `${scriptTag}${scriptSrc ? '' : servedScript}</script>`;
  const html = `${writeTag('auth-widget', attributes)}${shadowRoot}</auth-widget>${script}`;
  return { html, shadowRoot, attributes, script };
}

function attributesOf(options: FirstScreenOptions): Attributes {
  const { mode, modes, theme, recoverHref, termsHref, privacyHref, helpHref, attributes } = options;
  const links = {
    'recover-href': recoverHref,
    'terms-href': termsHref,
    'privacy-href': privacyHref,
    'help-href': helpHref,
  };
  const own = { mode, modes, theme, ...links };
  const set = Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(set), ...attributes };
}

/** Returns the hash of an inline style or script for a content security policy: `'sha256-…'`. */
async function hash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`;
}

/** Returns the source of a file for a content security policy: its origin, or `'self'` for an address on the page's own origin. */
function originOf(address: string): string {
  const page = 'https://page.invalid';
  const { origin } = new URL(address, page);
  return origin === page ? "'self'" : origin;
}

const unique = (sources: readonly string[]): string => [...new Set(sources)].join(' ');

/**
 * Returns the sources that a content security policy needs for the styles and the script, with spaces between them: hashes of what is
 * inline, origins of what is linked.
 */
export async function cspSources({
  styleSheets,
  scriptSrc,
}: Pick<FirstScreenOptions, 'styleSheets' | 'scriptSrc'> = {}): Promise<{ styleSrc: string; scriptSrc: string }> {
  const names = ['widget', 'phoneInput'] as const;
  const sources = names.map(async name => (styleSheets ? originOf(styleSheets[name]) : await hash(styles[name])));
  return {
    styleSrc: unique(await Promise.all(sources)),
    scriptSrc: scriptSrc ? originOf(scriptSrc) : await hash(servedScript),
  };
}
