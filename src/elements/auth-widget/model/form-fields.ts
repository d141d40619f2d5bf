import type { AuthErrorCode } from '../../../core/auth-error.js';
import type { AuthFlow } from '../../../core/auth-flow.js';
import { MODE_TRAITS, type AuthModeTraits } from '../../../core/modes.js';
import type { LabelKey } from '../../../locales/text-keys.js';

type Method = AuthModeTraits['method'];
type Intent = AuthModeTraits['intent'];

interface FieldTraits {
  /** The `autocomplete` attribute of the native input: one token, or one for each intent. */
  readonly autocomplete?: string | Readonly<Record<Intent, string>>;
  /** Whether the field holds a password. It is hidden until the person shows it, and spaces at its ends belong to it. */
  readonly isSecret?: boolean;
  /**
   * Whether its text is kept at each `input` event for the next time the form is shown. The phone field is read when
   * its form is left instead.
   */
  readonly isDraft?: boolean;
  /** The codes of errors that appear under this field if they name no field of their own. */
  readonly errorCodes?: readonly AuthErrorCode[];
}

/** All fields of the widget's forms. The label of a field is the text of the same name. */
const fields = {
  phone: { errorCodes: ['invalid-phone'] },
  code: { errorCodes: ['invalid-code', 'wrong-code', 'code-expired'] },
  login: { autocomplete: 'username', isDraft: true },
  password: {
    autocomplete: { 'sign-in': 'current-password', register: 'new-password' },
    isSecret: true,
    errorCodes: ['wrong-credentials'],
  },
  repeat: { autocomplete: 'new-password', isSecret: true },
  displayName: { autocomplete: 'name', isDraft: true },
} as const satisfies Record<string, FieldTraits>;

export type Field = keyof typeof fields;

export const FIELDS: Readonly<Record<Field, FieldTraits>> = fields;

interface CredentialsForm {
  readonly fields: readonly Field[];
  /** The key of the text on the form's submit button. */
  readonly submit: LabelKey;
}

interface MethodTraits extends Readonly<Record<Intent, CredentialsForm>> {
  /** The key of the text on the method's button in the method switch. */
  readonly label: LabelKey;
}

/** The methods in the order in which the method switch shows them, with their credential forms. */
export const METHODS: Readonly<Record<Method, MethodTraits>> = {
  phone: {
    label: 'phoneMethod',
    'sign-in': { fields: ['phone'], submit: 'requestCode' },
    register: { fields: ['phone', 'displayName'], submit: 'requestCode' },
  },
  password: {
    label: 'passwordMethod',
    'sign-in': { fields: ['login', 'password'], submit: 'signIn' },
    register: { fields: ['login', 'password', 'repeat'], submit: 'createAccount' },
  },
};

/** Returns the fields of the form on a screen, in the order in which they are shown. */
export function formFields({ screen, mode }: Pick<AuthFlow, 'screen' | 'mode'>): readonly Field[] {
  const { method, intent } = MODE_TRAITS[mode];
  if (screen === 'credentials') return METHODS[method][intent].fields;
  if (screen === 'code') return ['code'];
  return screen === 'name' ? ['displayName'] : [];
}
