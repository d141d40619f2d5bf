// import 'auth-widget/svelte': the three tags, and their types in the templates of Svelte 5.
import type { HTMLAttributes } from 'svelte/elements';
import type { Listeners, Tags } from '../dist/types/frameworks/props.js';

export * from '../dist/types/define/auth-widget.js';

type Props<T extends Tags[keyof Tags]> = T['props'] &
  Listeners<T['events']> &
  Omit<HTMLAttributes<T['element']>, keyof T['props']>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'auth-widget': Props<Tags['auth-widget']>;
    'phone-input': Props<Tags['phone-input']>;
    'code-input': Props<Tags['code-input']>;
  }
}
