// import 'auth-widget/react': the three tags, and their types in the JSX of React 19.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Listeners, Tags } from '../dist/types/frameworks/props.js';

export * from '../dist/types/define/auth-widget.js';

type Props<T extends Tags[keyof Tags]> = T['props'] &
  Listeners<T['events']> &
  Omit<DetailedHTMLProps<HTMLAttributes<T['element']>, T['element']>, keyof T['props']>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'auth-widget': Props<Tags['auth-widget']>;
      'phone-input': Props<Tags['phone-input']>;
      'code-input': Props<Tags['code-input']>;
    }
  }
}
