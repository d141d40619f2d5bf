import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import { LiveWidget } from './live-widget.js';
import './style.css';

/** The first page has a working widget beside its heading. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(LiveWidget) }),
};
