import { defineComponent, h, onMounted } from 'vue';

/** The widget with a server in memory, from the sources of the package. Its script is loaded after the page. */
export const LiveWidget = defineComponent({
  setup() {
    onMounted(() => import('../../../src/demo/index.ts'));
    return () =>
      h('div', { class: 'live-widget' }, [
        h('auth-widget', { demo: '', lang: 'en' }),
        h('p', 'Try it: any Russian number works, and its code appears in the corner of this page.'),
      ]);
  },
});
