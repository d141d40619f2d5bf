import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { defineComponent, h, onMounted, watch } from 'vue';
import { LiveWidget } from './live-widget.js';
import './style.css';

/** The first page has a working widget beside its heading, and a landmark around its content: other pages have a `<main>`. */
const Layout = defineComponent({
  setup() {
    const { frontmatter } = useData();
    const mark = () => {
      const content = document.querySelector('#VPContent');
      if (frontmatter.value.layout === 'home') content?.setAttribute('role', 'main');
      else content?.removeAttribute('role');
    };
    onMounted(() => watch(frontmatter, mark, { immediate: true, flush: 'post' }));
    return () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(LiveWidget) });
  },
});

export default { extends: DefaultTheme, Layout };
