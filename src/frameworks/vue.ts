/**
 * Entry `auth-widget/vue`: components, `createAuth` and `useAuth` for Vue 3.5. Registers the three tags and declares their
 * types for templates that use them without the components. It can be imported on a server.
 */
import {
  computed,
  defineComponent,
  getCurrentInstance,
  h,
  inject,
  onMounted,
  ref,
  shallowRef,
  watch,
  type App,
  type ComponentOptionsMixin,
  type DefineComponent,
  type EmitFn,
  type HTMLAttributes,
  type InjectionKey,
  type PropType,
  type PublicProps,
  type Ref,
  type SlotsType,
} from 'vue';
import type { AuthClient } from '../client/auth-client.js';
import type { AuthState } from '../core/auth-state.js';
import '../define/auth-widget.js';
import { AppAuth, isInPage, UNKNOWN_STATE, type AuthSource } from './app-auth.js';
import type { Tags } from './props.js';

export type * from '../elements/auth-widget/auth-widget.events.js';
export type * from '../elements/code-input/code-input.events.js';
export type { AuthSource };

/** The authentication of an app. */
export interface Auth {
  /**
   * The client authentication state. On a server, and until the restore of a stored session is over, `isLoading` is true and nobody
   * is signed in.
   */
  readonly state: Readonly<Ref<AuthState>>;
  /** The app's client. On a server, the operations of a client that is created here reject with `cancelled`, except `logout`. */
  readonly client: AuthClient;
  /** Resolves when the restore of a stored session is over, even if it failed, or if there is none. Never rejects. For navigation guards. */
  readonly ready: Promise<void>;
  /** Resolves to the bearer token for your own calls, renewed first if that is due, or to null without a valid one. */
  getToken(): Promise<string | null>;
  /** Signs out in all clients and tabs. */
  logout(): Promise<void>;
}

const AUTH: InjectionKey<Auth> = Symbol('auth-widget');

/** Creates the `Auth` of an app. `ready` and `client` are getters because both create the client. */
const toAuth = (appAuth: AppAuth, state: Readonly<Ref<AuthState>>): Auth => ({
  state,
  get client() {
    return appAuth.client;
  },
  get ready() {
    return appAuth.ready;
  },
  getToken: appAuth.getToken,
  logout: appAuth.logout,
});

/**
 * Whether the component whose `setup` runs is being hydrated. In that case, Vue sets the vnode's element from the page
 * before it calls `setup`; the vnode of a new component has no element yet.
 */
const isHydrating = (): boolean => Boolean(getCurrentInstance()?.vnode.el);

/**
 * Creates a plugin with the authentication of an app: `app.use(createAuth({ baseUrl: '/' }))`. When an app installs it in a
 * page, it restores the stored session. Several apps of a page can use one plugin. When the last of them is unmounted, the plugin disposes of a
 * client that it created.
 * @param source a client, or the options of `AuthClient` to create one from
 */
export function createAuth(source: AuthSource = {}): Auth & { install(app: App): void } {
  const appAuth = new AppAuth(source);
  const state = shallowRef(UNKNOWN_STATE);
  const auth = toAuth(appAuth, state);
  let appCount = 0;
  const install = (app: App): void => {
    app.provide(AUTH, auth);
    appCount++;
    const end = appAuth.follow(value => {
      state.value = value;
    });
    app.onUnmount(() => {
      end();
      appCount--;
      if (appCount > 0) return;
      appAuth.release();
      state.value = UNKNOWN_STATE;
    });
  };
  return Object.defineProperty(auth, 'install', { value: install }) as ReturnType<typeof createAuth>;
}

/**
 * Returns the authentication of the app, for `setup`. In a component that is being hydrated, the state is unknown until
 * the component is mounted, as it was on the server.
 * @throws {Error} if the app does not use `createAuth`
 */
export function useAuth(): Auth {
  const auth = inject(AUTH, null);
  if (!auth) throw new Error('useAuth() finds no authentication: call app.use(createAuth()) first.');
  if (!isHydrating()) return auth;
  const isMounted = ref(false);
  onMounted(() => {
    isMounted.value = true;
  });
  const state = computed(() => (isMounted.value ? auth.state.value : UNKNOWN_STATE));
  return Object.create(auth, { state: { value: state, enumerable: true } }) as Auth;
}

// For the data, computed values, methods and defaults of `DefineComponent`: there are none.
// oxlint-disable-next-line typescript/no-empty-object-type
type None = {};
type Handlers<Events> = { [N in keyof Events]: (event: Events[N]) => void };

/** A component around a tag. Attributes, properties and listeners that it doesn't declare are set on the tag. */
type TagComponent<Element, Props, Events, Slots extends SlotsType = SlotsType<{ default?: unknown }>> = DefineComponent<
  Props & Omit<HTMLAttributes, keyof Props>,
  { readonly element: Element | null },
  None,
  None,
  None,
  ComponentOptionsMixin,
  ComponentOptionsMixin,
  Handlers<Events>,
  string,
  PublicProps,
  Readonly<Props & Omit<HTMLAttributes, keyof Props>>,
  None,
  Slots
>;

/** The named slots of `<auth-widget>`. */
const SLOTS = ['header', 'signed-in', 'challenge', 'footer'] as const;

/**
 * `<auth-widget>`. If the app uses `createAuth`, the widget uses the app's client unless it is given a client, a
 * backend, a store or an address. The component has the slots of the tag and exposes the tag as `element`.
 */
export const AuthWidget = defineComponent({
  name: 'AuthWidget',
  props: {
    client: { type: null as unknown as PropType<Tags['auth-widget']['props']['client']> },
    backend: { type: null as unknown as PropType<Tags['auth-widget']['props']['backend']> },
    store: { type: null as unknown as PropType<Tags['auth-widget']['props']['store']> },
    texts: { type: null as unknown as PropType<Tags['auth-widget']['props']['texts']> },
    baseUrl: String,
    helpHref: String,
    recoverHref: String,
    termsHref: String,
    privacyHref: String,
  },
  setup(props, { slots, expose }) {
    const auth = inject(AUTH, null);
    const element = shallowRef(null);
    expose({ element });
    // A tag from a server is in the page before Vue can set its properties, so it waits for them:
    // docs/behaviour/session.md#life-of-an-element.
    const isWaiting = ref(!isInPage || isHydrating());
    onMounted(() => {
      isWaiting.value = false;
    });
    const chooseClient = (): AuthClient | undefined => {
      const { client, backend, store, baseUrl } = props;
      if (client || !isInPage) return client;
      return (backend ?? store ?? baseUrl) ? undefined : auth?.client;
    };
    return () =>
      h(
        'auth-widget',
        {
          ref: element,
          'base-url': props.baseUrl,
          'help-href': props.helpHref,
          'recover-href': props.recoverHref,
          'terms-href': props.termsHref,
          'privacy-href': props.privacyHref,
          'defer-hydration': isWaiting.value ? '' : undefined,
          '.backend': props.backend,
          '.store': props.store,
          '.texts': props.texts,
          '.client': chooseClient(),
        },
        [
          ...(slots.default?.() ?? []),
          ...SLOTS.flatMap(name => (slots[name] ? h('div', { slot: name, key: name }, slots[name]()) : [])),
        ],
      );
  },
}) as unknown as TagComponent<
  Tags['auth-widget']['element'],
  Tags['auth-widget']['props'],
  Tags['auth-widget']['events'],
  SlotsType<{ default?: unknown } & { [S in (typeof SLOTS)[number]]?: unknown }>
>;

type ControlTag = 'phone-input' | 'code-input';
type Control<T extends ControlTag> = TagComponent<
  Tags[T]['element'],
  Omit<Tags[T]['props'], 'value'> & { modelValue?: string | undefined },
  Tags[T]['events'] & { 'update:modelValue': string }
>;

/** Creates a component around a control, with `v-model` for its value. */
function defineControl<T extends ControlTag>(name: string, tag: T): Control<T> {
  return defineComponent({
    name,
    props: {
      modelValue: String,
      texts: { type: null as unknown as PropType<Tags[ControlTag]['props']['texts']> },
    },
    emits: ['update:modelValue'],
    setup(props, { slots, emit, expose }) {
      const element = shallowRef<Tags[ControlTag]['element'] | null>(null);
      expose({ element });
      // Only a different value is written: an incomplete number has the value '' and must stay as it was typed.
      const writeModel = (): void => {
        const { modelValue } = props;
        if (modelValue !== undefined && element.value && element.value.value !== modelValue)
          element.value.value = modelValue;
      };
      onMounted(writeModel);
      watch(() => props.modelValue, writeModel, { flush: 'post' });
      const onInput = (): void => {
        emit('update:modelValue', element.value?.value ?? '');
      };
      return () => h(tag, { ref: element, onInput, '.texts': props.texts }, slots.default?.());
    },
  }) as unknown as Control<T>;
}

/** `<phone-input>`. `v-model` is its value, which is `''` until the number is complete. */
export const PhoneInput = defineControl('PhoneInput', 'phone-input');

/** `<code-input>`. `v-model` is its value: the characters that have been entered so far. */
export const CodeInput = defineControl('CodeInput', 'code-input');

type Emit<Events> = EmitFn<Handlers<Events>>;

/** The type of a tag that a template uses without its component. */
type Tag<T extends Tags[keyof Tags]> = new () => T['element'] & {
  /** For the compiler only: there is no such property at run time. */
  $props: T['props'] & Omit<HTMLAttributes, keyof T['props']> & PublicProps;
  /** For the compiler only: there is no such property at run time. */
  $emit: Emit<T['events']>;
};

declare module 'vue' {
  interface GlobalComponents {
    'auth-widget': Tag<Tags['auth-widget']>;
    'phone-input': Tag<Tags['phone-input']>;
    'code-input': Tag<Tags['code-input']>;
  }
}
