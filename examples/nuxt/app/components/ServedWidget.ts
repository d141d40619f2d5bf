import type { AuthSignedInEvent } from 'auth-widget/vue';

/** The tag as HTML of `auth-widget/html`. It starts with the client of the app. */
export default defineComponent({
  props: { html: { type: String, required: true } },
  emits: { authSignedIn: (event: AuthSignedInEvent) => Boolean(event) },
  setup(props, { emit }) {
    const auth = useAuth();
    const box = ref<HTMLElement>();
    onMounted(() => {
      const widget = box.value!.querySelector('auth-widget')!;
      widget.addEventListener('auth-signed-in', event => emit('authSignedIn', event));
      widget.client = auth.client;
      widget.removeAttribute('defer-hydration');
    });
    // With `v-html`, Vue would set the content once more when it hydrates the page, and lose what was typed.
    return () => h('div', { ref: box, innerHTML: props.html });
  },
});
