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

  // A session can end while a guarded page is shown: with its button, in another tab, or on the server.
  const router = useRouter();
  const isGuarded = () => [router.currentRoute.value.meta.middleware].flat().includes('signed-in');
  watch(
    () => auth.state.value.isAuthenticated,
    isAuthenticated => {
      if (!isAuthenticated && isGuarded()) void router.replace(signInPath);
    },
  );

  return { provide: { auth } };
});
