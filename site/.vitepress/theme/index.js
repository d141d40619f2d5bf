import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import dark from '../../../test/pictures/a-code-is-awaited-dark.png';
import light from '../../../test/pictures/a-code-is-awaited.png';
import './style.css';

const ALT = 'The screen for the code: six cells, and a countdown to the next code';

/** The first page shows the widget beside its heading. */
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-image': () => [
        h('img', { class: 'hero-picture in-light', src: light, alt: ALT }),
        h('img', { class: 'hero-picture in-dark', src: dark, alt: ALT }),
      ],
    }),
};
