// A server knows nobody: the session is in the browser, and the page is guarded there.
export default defineNuxtRouteMiddleware(async to => {
  if (import.meta.server) return;
  const { $auth } = useNuxtApp();
  await $auth.ready;
  if (!$auth.client.state.isAuthenticated) return navigateTo({ path: '/', query: { next: to.fullPath } });
});
