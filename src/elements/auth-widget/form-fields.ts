import type { AuthErrorCode } from '../../core/auth-error.js';
import type { AuthFlow } from '../../core/auth-flow.js';
import { MODE_TRAITS, type AuthModeTraits } from '../../core/auth-state.js';
import type { LabelKey } from '../../locales/texts.js';

type Method = AuthModeTraits['method'];
type Intent = AuthModeTraits['intent'];

interface FieldTraits {
  /** `autocomplete` of its native input: one token, or one for each intent. */
  readonly autocomplete?: string | Readonly<Record<Intent, string>>;
  /** A password: hidden, and spaces at its ends belong to it. */
  readonly isSecret?: boolean;
  /** What is typed is kept while another screen is shown. The text of a phone is read from its element instead. */
  readonly isDraft?: boolean;
  /** Errors of the client and the server that are shown under this field. */
  readonly errorCodes?: readonly AuthErrorCode[];
}

/** Every field of the widget's forms. Its label is the text of the same name. */
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
  /** The text of the button that submits it. */
  readonly submit: LabelKey;
}

interface MethodTraits extends Readonly<Record<Intent, CredentialsForm>> {
  /** The text of its button in the switch between the methods. */
  readonly label: LabelKey;
}

/** The methods in the order of the switch between them, with the form that asks for the credentials of each. */
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

/** The fields of the form on a screen, in their order. */
export function formFields({ screen, mode }: Pick<AuthFlow, 'screen' | 'mode'>): readonly Field[] {
  const { method, intent } = MODE_TRAITS[mode];
  if (screen === 'credentials') return METHODS[method][intent].fields;
  if (screen === 'code') return ['code'];
  return screen === 'name' ? ['displayName'] : [];
}
