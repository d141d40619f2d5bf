import { createAuth } from 'auth-widget/vue';

export default defineNuxtPlugin(({ vueApp }) => {
  const auth = createAuth({ baseUrl: '/' });
  vueApp.use(auth);

  // A session can end while a guarded page is shown: with its button, in another tab, or on the server.
  const router = useRouter();
  watch(
    () => auth.state.value.isAuthenticated,
    isAuthenticated => {
      if (!isAuthenticated && router.currentRoute.value.meta.middleware === 'signed-in') void router.replace('/');
    },
  );

  return { provide: { auth } };
});
