import { AUTH_MODES, type AuthMode } from '../../../src/core/modes.js';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import { WebSessionStore } from '../../../src/client/storage/web-storage.js';
import type { DisturbanceName } from '../world/disturbances.js';
import { BASE_URL, PASSWORD, PHONES, RECORD_KEY, type WidgetWorld } from './widget-world.js';

/** One step of a history of widgets, as plain data. `widget` is 0 or 1. */
export type WidgetStep =
  | { readonly do: 'type'; readonly widget: number; readonly text: TextChoice }
  | { readonly do: 'click'; readonly widget: number; readonly button: number }
  | { readonly do: 'speak'; readonly widget: number; readonly lang: string }
  | { readonly do: 'set mode'; readonly widget: number; readonly mode: AuthMode }
  | { readonly do: 'call'; readonly widget: number; readonly operation: OperationName }
  | { readonly do: 'submit' | 'focus field' | 'remove' | 'append' | 'move' | 'mount again'; readonly widget: number }
  | { readonly do: 'answer'; readonly how: DisturbanceName | 'well' }
  | { readonly do: 'leave the widgets' | 'sign in elsewhere' | 'sign out elsewhere' | 'end all sessions' | 'rest' };

/** What is typed: into the fields that the screen has, or nothing if it has none. */
export type TextChoice = 'right' | 'new' | 'wrong' | 'half';

const OPERATIONS = {
  loginByPhone: widget => widget.client.loginByPhone('79161234567'),
  login: widget => widget.client.login('anna', PASSWORD),
  logout: widget => widget.client.logout(),
} satisfies Readonly<Record<string, (widget: AuthWidget) => Promise<void>>>;

export type OperationName = keyof typeof OPERATIONS;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];
export const LANGUAGES = ['en', 'ru', 'ar'];
export { AUTH_MODES };

const [KNOWN_PHONE, NEW_PHONE] = Object.keys(PHONES) as [string, string];

/** The text for a field. */
const textFor = (name: string, choice: TextChoice, widget: AuthWidget): string => {
  const phone = widget.client.flow.phone ?? '';
  const texts: Readonly<Record<string, Partial<Record<TextChoice, string>> & { right: string }>> = {
    phone: { right: KNOWN_PHONE.slice(1), new: NEW_PHONE.slice(1), half: '91612' },
    code: { right: phone in PHONES ? PHONES[phone as keyof typeof PHONES] : '111111', wrong: '999999', half: '12' },
    login: { right: 'anna', new: 'boris', half: 'a' },
    password: { right: PASSWORD, wrong: 'wrong horse', half: 'a' },
    repeat: { right: PASSWORD, wrong: 'wrong horse' },
    displayName: { right: 'Vera', half: ' ' },
  };
  return texts[name]![choice] ?? texts[name]!.right;
};

/** Whether a person can see and use an element. */
const isUsable = (element: HTMLElement) => element.checkVisibility() && !element.matches(':disabled');

/** The buttons on the screen of a widget, in their order. */
export const buttonsOf = (widget: AuthWidget): HTMLElement[] =>
  [...(widget.shadowRoot?.querySelectorAll<HTMLElement>('button') ?? [])].filter(isUsable);

export const fieldsOf = (widget: AuthWidget): (HTMLElement & { name: string; value: string })[] => [
  ...(widget.shadowRoot?.querySelectorAll<HTMLInputElement>('phone-input, code-input, input') ?? []),
];

function typeInto(widget: AuthWidget, choice: TextChoice): void {
  for (const field of fieldsOf(widget)) {
    field.focus();
    const input = field.shadowRoot?.querySelector('input') ?? (field as unknown as HTMLInputElement);
    if (input.readOnly || input.disabled) continue;
    // The one way for a script to type as a person does: the events are trusted, and the browser changes the text.
    // oxlint-disable-next-line typescript/no-deprecated
    document.execCommand('selectAll');
    // oxlint-disable-next-line typescript/no-deprecated
    document.execCommand('insertText', false, textFor(field.name, choice, widget));
  }
}

function actOn(widget: AuthWidget, step: Extract<WidgetStep, { readonly widget: number }>, world: WidgetWorld): void {
  switch (step.do) {
    case 'type': {
      typeInto(widget, step.text);
      return;
    }
    case 'focus field':
      return fieldsOf(widget)[0]?.focus();
    case 'submit':
      fieldsOf(widget)[0]?.focus();
      return widget.shadowRoot?.querySelector('form')?.requestSubmit();
    case 'click': {
      const buttons = buttonsOf(widget);
      const button = buttons[step.button % buttons.length];
      button?.focus();
      return button?.click();
    }
    case 'speak': {
      widget.setAttribute('lang', step.lang);
      return;
    }
    case 'set mode': {
      widget.setAttribute('mode', step.mode);
      return;
    }
    case 'call':
      return void OPERATIONS[step.operation](widget).catch(() => {});
    case 'remove': {
      widget.remove();
      return;
    }
    case 'append': {
      widget.isConnected ? undefined : world.box.append(widget);
      return;
    }
    case 'move': {
      widget.isConnected ? world.box.append(widget) : undefined;
      return;
    }
    case 'mount again': {
      world.mount(step.widget);
      return;
    }
  }
}

/** Takes a step, and waits until the page has rendered what follows from it. */
export async function takeStep(world: WidgetWorld, step: WidgetStep): Promise<void> {
  const { backend } = world;
  if ('widget' in step) actOn(world.widgets[step.widget]!, step, world);
  else if (step.do === 'answer') await world.answer(step.how);
  else if (step.do === 'leave the widgets') world.outside.focus();
  else if (step.do === 'end all sessions') backend.endSessions();
  else if (step.do === 'sign out elsewhere') world.changeInOtherTab(() => localStorage.removeItem(RECORD_KEY));
  else if (step.do === 'sign in elsewhere')
    world.changeInOtherTab(() => backend.signIn({ login: 'anna' }, new WebSessionStore(BASE_URL)));
  else await world.finish();
  await world.settle();
}

/** The step as one line. */
export function describeStep(step: WidgetStep): string {
  const { do: what, ...rest } = step;
  const values = Object.entries(rest).map(([name, value]) => (name === 'widget' ? `widget ${value}` : `${value}`));
  return values.length ? `${what}: ${values.join(', ')}` : what;
}
