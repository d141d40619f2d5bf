'use client';

import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type RefAttributes,
} from 'react';
import { globalScope } from '../client/platform/global-scope.js';
import type { Tags } from './props.js';

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${CamelCase<Capitalize<Tail>>}`
  : Name;

/** The listener props: `onAuthSignedIn` for the event `auth-signed-in`. */
type ListenerProps<Events> = {
  readonly [N in keyof Events & string as `on${Capitalize<CamelCase<N>>}`]?: ((event: Events[N]) => void) | undefined;
};

/** The properties of a tag. Names with a hyphen are attributes and are left out. */
type CamelProps<P> = { readonly [K in keyof P as K extends `${string}-${string}` ? never : K]: P[K] };

/** The props of a component: properties, listeners, and what React accepts for any element. */
export type ComponentProps<T extends keyof Tags, Own = object> = CamelProps<Tags[T]['props']> &
  ListenerProps<Tags[T]['events']> &
  Own &
  Omit<HTMLAttributes<Tags[T]['element']>, keyof Tags[T]['props'] | keyof Own>;

export type Component<T extends keyof Tags, Own = object> = ForwardRefExoticComponent<
  ComponentProps<T, Own> & RefAttributes<Tags[T]['element']>
>;

interface Traits<T extends keyof Tags> {
  readonly tag: T;
  readonly displayName: string;
  /** The tag's own events. */
  readonly events: readonly (keyof Tags[T]['events'] & string)[];
  /** The properties that the component itself sets on the element, in the order in which it sets them. React sets all other props. */
  readonly properties: readonly (keyof Tags[T]['element'] & string)[];
}

type AnyProps = Readonly<Record<string, unknown>>;

/** Attributes by the names of their props: those whose names differ, the boolean ones of the tags, and two that every HTML element has. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  baseUrl: 'base-url',
  className: 'class',
  disabled: 'disabled',
  helpHref: 'help-href',
  hidden: 'hidden',
  inert: 'inert',
  isLoading: 'is-loading',
  noAutoLogin: 'no-auto-login',
  noDeviceMemory: 'no-device-memory',
  privacyHref: 'privacy-href',
  readonly: 'readonly',
  recoverHref: 'recover-href',
  required: 'required',
  termsHref: 'terms-href',
};

/** `useLayoutEffect` in a page. On a server it is `useEffect`, because React 18 warns there about layout effects. */
export const useElementEffect = globalScope.document ? useLayoutEffect : useEffect;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Returns `onAuthSignedIn` for `auth-signed-in`. */
const toPropName = (event: string): string =>
  `on-${event}`.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Creates a component that renders a tag. React gets all props except `events` and `properties`. On a server, it writes them
 * into the page as attributes, so that the element can start before React does. In a page, React 19 sets the property if the element has
 * one, and React 18 the attribute. The listeners for `events` and the `properties` are set in a
 * layout effect, because React leaves them out when it hydrates (react/react#35446).
 */
export function createComponent<T extends keyof Tags, Own = object>({
  tag,
  displayName,
  events,
  properties,
}: Traits<T>): Component<T, Own> {
  const eventTypes = new Map(events.map(type => [toPropName(type), type]));
  const propertyNames: readonly string[] = properties;

  const component = forwardRef<HTMLElement, AnyProps>((props, ref) => {
    const elementRef = useRef<HTMLElement>(null);
    const previous = useRef<AnyProps>({});
    const listeners = useRef(new Map<string, (event: Event) => void>());
    // React adds `ref` to these dependencies itself, so it calls a function as `ref` only when that function changes.
    useImperativeHandle(ref, () => elementRef.current!, []);

    useElementEffect(() => {
      const element = elementRef.current!;
      const before = previous.current;
      previous.current = props;
      for (const [name, type] of eventTypes) {
        const attached = listeners.current.get(type);
        if (!props[name] === !attached) continue;
        if (attached) {
          element.removeEventListener(type, attached);
          listeners.current.delete(type);
        } else {
          // The element keeps one listener, which calls the function of the last render. `<auth-widget>` tells a listener that is
          // added late who is signed in, so another function must not become another listener.
          const listener = (event: Event) => (previous.current[name] as (event: Event) => void)(event);
          element.addEventListener(type, listener);
          listeners.current.set(type, listener);
        }
      }
      for (const name of propertyNames) {
        // Only changed properties are set, so that a control keeps the typed text when its parent renders again.
        if (props[name] !== before[name]) Reflect.set(element, name, props[name]);
      }
      for (const name of Object.keys(before)) {
        // React 19 assigns undefined to properties like `lang`, which sets the attribute lang="undefined".
        const isGone = isGiven(before[name]) && !isGiven(props[name]);
        if (isGone && name in HTMLElement.prototype) element.removeAttribute(name);
      }
    });

    const others = Object.entries(props).flatMap(([name, value]) => {
      if (eventTypes.has(name) || propertyNames.includes(name)) return [];
      // React 18 writes false as the text "false".
      return [
        Object.hasOwn(ATTRIBUTES, name) ? [ATTRIBUTES[name], value === false ? undefined : value] : [name, value],
      ];
    });
    return createElement(tag, { ...(Object.fromEntries(others) as object), ref: elementRef });
  });
  component.displayName = displayName;
  return component;
}
