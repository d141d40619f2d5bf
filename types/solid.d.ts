// import 'auth-widget/solid': the three tags, and their types in the JSX of Solid.
import type { JSX } from 'solid-js';
import type { Tags } from '../dist/types/frameworks/props.js';

export * from '../dist/types/define/auth-widget.js';

/** Attributes by their names in HTML, and properties behind `prop:`, as Solid tells them apart. */
type Attribute = 'base-url' | 'mode';
