// Entry `auth-widget/preact`: the session of an app. Registers the three tags and declares their types in the JSX of Preact.
import type { HTMLAttributes } from 'preact';
import type { Listeners, Tags } from '../dist/types/frameworks/props.js';

export * from '../dist/types/frameworks/preact.js';

type Props<T extends Tags[keyof Tags]> = T['props'] &
  Listeners<T['events']> &
  Omit<HTMLAttributes<T['element']>, keyof T['props']>;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'auth-widget': Props<Tags['auth-widget']>;
      'phone-input': Props<Tags['phone-input']>;
      'code-input': Props<Tags['code-input']>;
    }
  }
}
