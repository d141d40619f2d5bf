import { createAuth } from 'auth-widget/vue';

export default defineNuxtPlugin(({ vueApp }) => {
  const auth = createAuth({ baseUrl: '/' });
  vueApp.use(auth);
  return { provide: { auth } };
});
