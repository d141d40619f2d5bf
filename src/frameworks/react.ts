'use client';

/**
 * Entry `auth-widget/react`: components for the three tags, the session for the rest of an app, and the types of the tags in
 * JSX. Registers the tags in browsers.
 */
import {
  createElement,
  type DetailedHTMLProps,
  forwardRef,
  type HTMLAttributes,
  useContext,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import '../define/auth-widget.js';
import type { AuthWidget as AuthWidgetElement } from '../elements/auth-widget/auth-widget.js';
import type { CodeInput as CodeInputElement } from '../elements/code-input/code-input.js';
import type { PhoneInput as PhoneInputElement } from '../elements/phone-input/phone-input.js';
import type { Listeners, Tags } from './props.js';
import { ClientContext } from './react-auth.js';
import { createComponent, useElementEffect, type Component, type ComponentProps } from './react-component.js';

export { AuthProvider, useAuth } from './react-auth.js';
export type { Auth, AuthProviderProps } from './react-auth.js';
export type * from '../elements/auth-widget/auth-widget.events.js';
export type * from '../elements/code-input/code-input.events.js';

export type AuthWidgetProps = ComponentProps<'auth-widget'>;
export type PhoneInputProps = ComponentProps<'phone-input'>;
export type CodeInputProps = ComponentProps<'code-input', CodeInputCallbacks>;

interface CodeInputCallbacks {
  /** Called with the code after `onCodeComplete`. */
  readonly onComplete?: ((code: string) => void) | undefined;
  /** Called when the person wants to go back, after `onCodeBack`. If it's set, the field shows a back button. */
  readonly onBack?: (() => void) | undefined;
}

const AuthWidgetTag = createComponent({
  tag: 'auth-widget',
  displayName: 'auth-widget',
  events: ['auth-change', 'auth-code-sent', 'auth-error', 'auth-signed-in', 'auth-signed-out'],
  properties: ['backend', 'store', 'client', 'challenge', 'texts'],
});

/** `<auth-widget>`. In an `AuthProvider`, it signs in with the provider's client, unless it has its own `client`. */
export const AuthWidget: Component<'auth-widget'> = forwardRef((props, ref) => {
  const { client, backend, store } = props;
  const owner = useContext(ClientContext);
  const elementRef = useRef<AuthWidgetElement>(null);
  // React adds `ref` to these dependencies itself, so it calls a function as `ref` only when that function changes.
  useImperativeHandle(ref, () => elementRef.current!, []);
  // In a page that a server has rendered, the element would otherwise start with a client of its own, before one of these is set.
  const [isDeferred] = useState(() => !!(owner ?? client ?? backend ?? store));

  useElementEffect(() => {
    if (!owner || client) return undefined;
    const release = owner.hold();
    elementRef.current!.client = owner.client;
    return release;
  }, [owner, client]);
  useElementEffect(() => elementRef.current!.removeAttribute('defer-hydration'), []);

  return createElement(AuthWidgetTag, {
    ...props,
    ...(isDeferred && { 'defer-hydration': '' }),
    ref: elementRef,
  });
});
AuthWidget.displayName = 'AuthWidget';

/** `<phone-input>`. */
export const PhoneInput: Component<'phone-input'> = createComponent({
  tag: 'phone-input',
  displayName: 'PhoneInput',
  events: [],
  properties: ['texts', 'country', 'defaultValue', 'value'],
});

/** `<code-input>`. */
export const CodeInput: Component<'code-input', CodeInputCallbacks> = createComponent({
  tag: 'code-input',
  displayName: 'CodeInput',
  events: ['code-back', 'code-complete'],
  properties: ['texts', 'defaultValue', 'value', 'onComplete', 'onBack'],
});

// The element types for refs: useRef<AuthWidget>(null).
export type AuthWidget = AuthWidgetElement;
export type PhoneInput = PhoneInputElement;
export type CodeInput = CodeInputElement;

type TagProps<T extends Tags[keyof Tags]> = T['props'] &
  Listeners<T['events']> &
  Omit<DetailedHTMLProps<HTMLAttributes<T['element']>, T['element']>, keyof T['props']>;

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React looks for the tags here
  namespace JSX {
    interface IntrinsicElements {
      'auth-widget': TagProps<Tags['auth-widget']>;
      'phone-input': TagProps<Tags['phone-input']>;
      'code-input': TagProps<Tags['code-input']>;
    }
  }
}
