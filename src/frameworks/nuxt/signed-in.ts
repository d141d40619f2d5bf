// The middleware `signed-in`: whoever isn't signed in is sent to the page with the widget, with the way back in `next`. On a
// server nobody counts as signed in, so a guarded page needs `ssr: false`. It isn't let through there, because its content
// would be rendered for everybody.
import { defineNuxtRouteMiddleware, navigateTo, useNuxtApp, useRuntimeConfig } from 'nuxt/app';
import type { Auth } from '../vue.js';
import type { NuxtAuthOptions } from './module.js';

export default defineNuxtRouteMiddleware(async to => {
  const { $auth } = useNuxtApp() as { $auth: Auth };
  const { signInPath } = useRuntimeConfig().public.authWidget as Required<NuxtAuthOptions>;
  await $auth.ready;
  if (!$auth.client.state.isAuthenticated) return navigateTo({ path: signInPath, query: { next: to.fullPath } });
});
