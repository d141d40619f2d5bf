// The fixture of test/e2e/vue.test.mjs: a page that Vue renders on a server, and hydrates in the browser when told to.
import { createSSRApp, h, reactive } from 'vue';
import { AuthWidget, CodeInput, createAuth, PhoneInput, useAuth } from 'auth-widget/vue';

/** The settings that the test changes. A key that begins with `on` is a listener. */
export const createSettings = () => reactive({ isShown: true, widget: {}, phone: '', code: '', renderings: 0 });

const Status = {
  setup() {
    const { state } = useAuth();
    return () => {
      const { isLoading, displayName } = state.value;
      return h('p', { id: 'status' }, displayName ? `In: ${displayName}` : isLoading ? 'Unknown' : 'Out');
    };
  },
};

/**
 * @param {ReturnType<typeof createSettings>} settings
 * @param {import('auth-widget/vue').AuthSource | null} source null gives the widget its own client
 */
export function createPage(settings, source) {
  const app = createSSRApp({
    render: () => [
      source && h(Status),
      h('main', [
        settings.isShown && h(AuthWidget, { lang: 'en', mode: 'login', ...settings.widget }),
        h(PhoneInput, {
          modelValue: settings.phone,
          'onUpdate:modelValue': value => (settings.phone = value),
          'data-renderings': settings.renderings,
        }),
        h(CodeInput, {
          modelValue: settings.code,
          'onUpdate:modelValue': value => (settings.code = value),
          length: 4,
        }),
      ]),
    ],
  });
  const auth = source && createAuth(source);
  if (auth) app.use(auth);
  return { app, auth };
}
