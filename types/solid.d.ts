// Entry `auth-widget/solid`: the session of an app. Registers the three tags and declares their types in the JSX of Solid.
import type { JSX } from 'solid-js';
import type { Tags } from '../dist/types/frameworks/props.js';

export * from '../dist/types/frameworks/solid.js';

/**
 * Properties without an attribute of their name. Solid would write a constant text as such an attribute, so they need `prop:`,
 * which all others accept too.
 */
type Renamed =
  | 'baseUrl'
  | 'country'
  | 'defaultValue'
  | 'helpHref'
  | 'isLoading'
  | 'noAutoLogin'
  | 'noDeviceMemory'
  | 'privacyHref'
  | 'recoverHref'
  | 'termsHref';

type SolidProps<P> = { [K in keyof P as K extends Renamed ? never : K]?: P[K] } & {
  [K in keyof P & string as `prop:${K}`]?: P[K];
};

type Listeners<Events> = { [N in keyof Events & string as `on:${N}`]?: ((event: Events[N]) => void) | undefined };

type Props<T extends Tags[keyof Tags]> = SolidProps<T['props']> &
  Listeners<T['events']> &
  Omit<JSX.HTMLAttributes<T['element']>, keyof T['props']>;

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'auth-widget': Props<Tags['auth-widget']>;
      'phone-input': Props<Tags['phone-input']>;
      'code-input': Props<Tags['code-input']>;
    }
  }
}
