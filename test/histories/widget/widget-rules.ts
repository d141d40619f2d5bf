import { formatPhone } from '../../../src/core/phone.js';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import { fieldsOf, type WidgetStep } from './widget-steps.js';
import { focusedElement, RECORD_KEY, type WidgetWorld } from './widget-world.js';

/** What was seen of a widget before a step. */
interface Seen {
  readonly widget: AuthWidget;
  readonly isConnected: boolean;
  readonly isLoading: boolean;
  readonly screenKey: string;
  readonly hasFocus: boolean;
}

/** The steps of a person in a widget whose result the focus follows. */
const PERSONAL = new Set<WidgetStep['do']>(['type', 'submit', 'click', 'focus field']);
/** The steps that may lead to a call for a code, an attempt or a sign-in. */
const ASKING = new Set<WidgetStep['do']>(['type', 'submit', 'click', 'call']);

const screenKeyOf = ({ client: { flow } }: AuthWidget) => `${flow.screen} ${flow.mode}`;
const holdsFocus = (widget: AuthWidget) => document.activeElement === widget && !!widget.shadowRoot?.activeElement;
const textOf = (widget: AuthWidget, selector: string) =>
  widget.shadowRoot?.querySelector(selector)?.textContent.trim() ?? '';

/** The fields that each screen has. */
const FIELDS: Readonly<Record<string, string>> = {
  'credentials phone-login': 'phone',
  'credentials phone-register': 'phone displayName',
  'credentials login': 'login password',
  'credentials register': 'login password repeat',
};
const fieldsFor = (widget: AuthWidget) => {
  const { screen } = widget.client.flow;
  if (screen === 'code') return 'code';
  if (screen === 'name') return 'displayName';
  return FIELDS[screenKeyOf(widget)] ?? '';
};

/** The letters that a text in each language has. */
const LETTERS: Readonly<Record<string, RegExp>> = { en: /[a-z]/i, ru: /[а-я]/i, ar: /[\u0600-\u06ff]/ };

/**
 * What holds after each step, for each widget: one form, that of the screen; messages and the focus belong to the screen
 * that is shown; and calls that cost something are made for a step of a person or the page
 * (docs/behaviour/flow.md#focus, docs/behaviour/flow.md#errors-and-texts).
 */
export class WidgetRules {
  readonly #world: WidgetWorld;
  #seen: readonly Seen[] = [];
  #callCounts: readonly number[] = [];
  #focusBefore: Element | null = null;
  /** The screen on which a person has begun something that has no result yet. */
  readonly #expected = new WeakMap<AuthWidget, string>();
  /** The screen on which the form was submitted, so that it may show errors of its own. */
  readonly #validated = new WeakMap<AuthWidget, string>();

  constructor(world: WidgetWorld) {
    this.#world = world;
  }

  before(step: WidgetStep): void {
    const { widgets } = this.#world;
    this.#seen = widgets.map(widget => ({
      widget,
      isConnected: widget.isConnected,
      isLoading: widget.state.isLoading,
      screenKey: screenKeyOf(widget),
      hasFocus: holdsFocus(widget),
    }));
    this.#callCounts = this.#countCalls();
    this.#focusBefore = focusedElement();
    if (!('widget' in step) || !PERSONAL.has(step.do) || step.do === 'focus field') return;
    const widget = widgets[step.widget]!;
    // The view of a signed-in person has nothing to submit.
    if (step.do === 'submit' && !widget.shadowRoot!.querySelector('form')) return;
    if (!this.#expected.has(widget)) this.#expected.set(widget, screenKeyOf(widget));
    this.#validated.set(widget, screenKeyOf(widget));
  }

  after(step: WidgetStep): void {
    this.#checkCalls(step);
    this.#world.widgets.forEach((widget, index) => {
      if (!widget.isConnected) return;
      this.#checkScreen(widget);
      this.#checkMessages(widget);
      this.#checkFocus(step, index);
    });
    const focused = focusedElement();
    if (focused && !focused.checkVisibility()) this.#report('the focus is on something that cannot be seen');
  }

  /** Once every call is answered, nothing is loading, and the widgets show what is stored. */
  atRest(): void {
    const record = JSON.parse(localStorage.getItem(RECORD_KEY) ?? 'null') as { user: string } | null;
    for (const { state } of this.#world.widgets) {
      if (state.isLoading) this.#report('a widget is loading for good');
      if (state.isAuthenticated && state.userId !== record?.user)
        this.#report('a widget shows a session that is not stored');
    }
  }

  #checkScreen(widget: AuthWidget): void {
    const { client, state, shadowRoot } = widget;
    const { screen } = client.flow;
    const forms = shadowRoot!.querySelectorAll('form');
    const hasForm = screen !== 'restoring' && screen !== 'signed-in';
    if (forms.length !== (hasForm ? 1 : 0)) this.#report(`${forms.length} forms on the screen ${screen}`);
    const names = fieldsOf(widget).map(({ name }) => name);
    if (hasForm && names.join(' ') !== fieldsFor(widget))
      this.#report(`the screen ${screen} has the fields ${names.join(' ')}`);
    if (hasForm && (forms[0]?.getAttribute('aria-busy') === 'true') !== state.isLoading)
      this.#report('the form is busy for another reason');
    if (!!shadowRoot!.querySelector('.person') !== (screen === 'signed-in'))
      this.#report('a person is shown on another screen');
    const own = JSON.stringify({ ...state, error: null });
    if (own !== JSON.stringify({ ...client.state, error: null }))
      this.#report('the state of a widget is not that of its client');
    if (!!state.error !== !!client.state.error) this.#report('a widget and its client disagree about an error');
  }

  #checkMessages(widget: AuthWidget): void {
    const { failure, screen, phone, blocked } = widget.client.flow;
    const key = screenKeyOf(widget);
    if (this.#validated.get(widget) !== key) this.#validated.delete(widget);
    if (screen === 'restoring' || screen === 'signed-in') return;
    const alert = textOf(widget, '[role=alert]');
    const status = textOf(widget, '[role=status]');
    const errors = [...widget.shadowRoot!.querySelectorAll('p.error')].map(({ textContent }) => textContent);
    for (const field of fieldsOf(widget)) errors.push((field as { error?: string | null }).error ?? '');
    const message = [alert, ...errors].find(Boolean);
    if (failure && !message) this.#report(`${failure.code} is not said`);
    if (alert && !failure && !blocked) this.#report('a message is said that is over');
    if (message && !failure && !blocked && !this.#validated.has(widget)) this.#report('an error is shown that is over');
    if (widget.state.isLoading && !status) this.#report('the status does not say that the widget is busy');
    if (phone && status.includes(formatPhone(phone)) && screen !== 'code')
      this.#report('the status speaks of another screen');
    const { lang } = widget;
    for (const text of [message, textOf(widget, '[type=submit]')])
      if (text && !LETTERS[lang]!.test(text)) this.#report(`a text is not in the language ${lang}`);
  }

  #checkFocus(step: WidgetStep, index: number): void {
    const seen = this.#seen[index]!;
    const { widget } = seen;
    const isPersonal = 'widget' in step && step.widget === index && PERSONAL.has(step.do);
    const expectedFrom = this.#expected.get(widget);
    const current = this.#world.widgets[index]!;
    const hasFocus = holdsFocus(current);
    // What had the focus may have gone with its screen.
    const isElsewhere = this.#focusBefore !== document.body && this.#focusBefore?.isConnected;
    const wasFree = seen.hasFocus || !isElsewhere;
    if (hasFocus && !seen.hasFocus && !isPersonal && (expectedFrom === undefined || !wasFree))
      this.#report('a widget takes the focus that the person has elsewhere');
    if (current !== widget || widget.state.isLoading) return;
    this.#expected.delete(widget);
    if (!seen.isConnected || expectedFrom === undefined || (!isPersonal && !wasFree)) return;
    if (screenKeyOf(widget) === expectedFrom) {
      // The message about a field is where the person goes on.
      const invalid = fieldsOf(widget).find(
        field => field.getAttribute('aria-invalid') === 'true' || (field as { error?: string | null }).error,
      );
      if (seen.isLoading && invalid && this.#nameOfFocus(widget) !== invalid.name)
        this.#report('the focus is not on the field with the message');
      return;
    }
    const [first] = fieldsOf(widget);
    const target = first ?? widget.shadowRoot!.querySelector('h2');
    if (widget.shadowRoot!.activeElement !== target)
      this.#report(`after a step of the person, the focus is not on the screen ${screenKeyOf(widget)}`);
  }

  #nameOfFocus(widget: AuthWidget): string | null | undefined {
    return widget.shadowRoot!.activeElement?.getAttribute('name');
  }

  #checkCalls(step: WidgetStep): void {
    const made = this.#countCalls().map((count, index) => count - this.#callCounts[index]!);
    const [requests = 0, submissions = 0, signIns = 0] = made;
    const isAsking = ASKING.has(step.do);
    // Typing fills several fields, but at most one of them is complete by itself.
    const most = isAsking ? 1 : 0;
    if (requests > most) this.#report(`${requests} codes are asked for in one step`);
    if (signIns > most) this.#report(`${signIns} sign-ins are asked for in one step`);
    // If its answer is lost, a code is repeated once.
    if (submissions > Math.max(most, step.do === 'answer' || step.do === 'rest' ? 1 : 0))
      this.#report(`${submissions} codes are submitted in one step`);
  }

  #countCalls(): readonly number[] {
    return ['POST /v1/creds/tel', 'PUT /v1/creds/tel', 'POST /v1/session'].map(
      name => this.#world.calls.filter(call => call === name).length,
    );
  }

  #report(text: string): void {
    this.#world.found.add(text);
  }
}
