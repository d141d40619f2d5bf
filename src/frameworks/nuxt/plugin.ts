// The plugin that the module adds to a Nuxt app.
// This import comes before those of the elements, because it may import `auth-widget/html/takeover`.
import { backend } from '#build/auth-widget-options.mjs';
import { defineNuxtPlugin, useRouter, useRuntimeConfig } from 'nuxt/app';
import { watch } from 'vue';
import type { AuthBackend } from '../../core/auth-backend.js';
import { createAuth } from '../vue.js';
import type { NuxtAuthOptions } from './module.js';

export default defineNuxtPlugin(({ vueApp }) => {
  const { baseUrl, signInPath } = useRuntimeConfig().public.authWidget as Required<NuxtAuthOptions>;
  const auth = createAuth({ baseUrl, backend: backend as AuthBackend | undefined });
  vueApp.use(auth);

  // The middleware only guards the way to a page. A session can also end while a guarded page is shown: through a button of the
  // page, in another tab, or on the server.
  const router = useRouter();
  // Nuxt runs the middleware of the pages around a page too, even if that page has a middleware of its own.
  const isGuarded = () =>
    router.currentRoute.value.matched.some(({ meta }) => [meta.middleware].flat().includes('signed-in'));
  let hasEnded = false;
  const leaveGuardedPage = () => {
    if (hasEnded && isGuarded()) void router.replace(signInPath);
  };
  watch(
    () => auth.state.value.isAuthenticated,
    isAuthenticated => {
      hasEnded = !isAuthenticated;
      leaveGuardedPage();
    },
  );
  // The session may have ended after the middleware let this navigation through, while the page was loaded. A navigation that
  // failed shows no other page.
  router.afterEach((_to, _from, failure) => {
    if (!failure) leaveGuardedPage();
  });

  return { provide: { auth } };
});
