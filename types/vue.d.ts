// import 'auth-widget/vue': the three tags, and their types in the templates of Vue 3.
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { Tags } from '../dist/types/frameworks/props.js';

export * from '../dist/types/define/auth-widget.js';

type Emit<Events> = EmitFn<{ [N in keyof Events]: (event: Events[N]) => void }>;

type Component<T extends Tags[keyof Tags]> = new () => T['element'] & {
  /** For the compiler alone: there is no such property at run time. */
  $props: T['props'] & Omit<HTMLAttributes, keyof T['props']> & PublicProps;
  /** For the compiler alone: there is no such property at run time. */
  $emit: Emit<T['events']>;
};

declare module 'vue' {
  interface GlobalComponents {
    'auth-widget': Component<Tags['auth-widget']>;
    'phone-input': Component<Tags['phone-input']>;
    'code-input': Component<Tags['code-input']>;
  }
}
