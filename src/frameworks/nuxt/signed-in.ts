// The middleware `signed-in`. It sends people who aren't signed in to the page with the widget, and passes the path to return to
// in `next`. On a server it treats everybody as signed out, because the server knows no session and would otherwise render the
// guarded content for anyone. A guarded page therefore needs `ssr: false`.
import { defineNuxtRouteMiddleware, navigateTo, useNuxtApp, useRuntimeConfig } from 'nuxt/app';
import type { Auth } from '../vue.js';
import type { NuxtAuthOptions } from './module.js';

export default defineNuxtRouteMiddleware(async to => {
  const { $auth } = useNuxtApp() as { $auth: Auth };
  const { signInPath } = useRuntimeConfig().public.authWidget as Required<NuxtAuthOptions>;
  await $auth.ready;
  if (!$auth.client.state.isAuthenticated) return navigateTo({ path: signInPath, query: { next: to.fullPath } });
});
