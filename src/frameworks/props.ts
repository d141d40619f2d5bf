// What a framework's template can set on the tags: properties, and attributes that aren't named like a property. `onComplete` and `onBack`
// of `<code-input>` are left out, because frameworks take such names for listeners. Templates listen to `code-complete` and `code-back`
// instead; the component of react.ts adds the two. test/frameworks/props.node.test.ts reads the names of the properties from the text of this
// file, and compares them with the elements.
import type {
  AuthChangeEvent,
  AuthCodeSentEvent,
  AuthErrorEvent,
  AuthSignedInEvent,
  AuthSignedOutEvent,
} from '../elements/auth-widget/auth-widget.events.js';
import type { AuthWidget } from '../elements/auth-widget/auth-widget.js';
import type { CodeBackEvent, CodeCompleteEvent } from '../elements/code-input/code-input.events.js';
import type { CodeInput } from '../elements/code-input/code-input.js';
import type { PhoneInput } from '../elements/phone-input/phone-input.js';

type Settable<E, K extends keyof E> = { [P in K]?: E[P] | undefined };

type ControlProperty =
  | 'autocomplete'
  | 'defaultValue'
  | 'description'
  | 'disabled'
  | 'error'
  | 'hint'
  | 'isLoading'
  | 'label'
  | 'name'
  | 'placeholder'
  | 'readonly'
  | 'required'
  | 'texts'
  | 'value';

interface ControlAttributes {
  'is-loading'?: boolean | undefined;
}

export interface AuthWidgetProps extends Settable<
  AuthWidget,
  | 'backend'
  | 'baseUrl'
  | 'challenge'
  | 'client'
  | 'countries'
  | 'helpHref'
  | 'mode'
  | 'modes'
  | 'noAutoLogin'
  | 'noDeviceMemory'
  | 'privacyHref'
  | 'recoverHref'
  | 'store'
  | 'termsHref'
  | 'texts'
  | 'theme'
> {
  'base-url'?: string | undefined;
  'no-auto-login'?: boolean | undefined;
  'no-device-memory'?: boolean | undefined;
  'help-href'?: string | undefined;
  'recover-href'?: string | undefined;
  'terms-href'?: string | undefined;
  'privacy-href'?: string | undefined;
  'defer-hydration'?: boolean | undefined;
}

export interface PhoneInputProps
  extends Settable<PhoneInput, ControlProperty | 'countries' | 'country'>, ControlAttributes {}

export interface CodeInputProps
  extends Settable<CodeInput, ControlProperty | 'alphabet' | 'length' | 'phone' | 'title'>, ControlAttributes {}

/** The properties and attributes of each tag, and its own events. */
export interface Tags {
  'auth-widget': {
    element: AuthWidget;
    props: AuthWidgetProps;
    events: {
      'auth-change': AuthChangeEvent;
      'auth-code-sent': AuthCodeSentEvent;
      'auth-error': AuthErrorEvent;
      'auth-signed-in': AuthSignedInEvent;
      'auth-signed-out': AuthSignedOutEvent;
    };
  };
  'phone-input': { element: PhoneInput; props: PhoneInputProps; events: object };
  'code-input': {
    element: CodeInput;
    props: CodeInputProps;
    events: { 'code-back': CodeBackEvent; 'code-complete': CodeCompleteEvent };
  };
}

/** Listeners, as written in React 19, Preact and Svelte 5: `onauth-signed-in={event => …}`. */
export type Listeners<Events> = { [N in keyof Events & string as `on${N}`]?: ((event: Events[N]) => void) | undefined };
