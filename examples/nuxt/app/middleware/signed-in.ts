export default defineNuxtRouteMiddleware(async to => {
  const { $auth } = useNuxtApp();
  await $auth.ready;
  if (!$auth.client.state.isAuthenticated) return navigateTo({ path: '/', query: { next: to.fullPath } });
});
