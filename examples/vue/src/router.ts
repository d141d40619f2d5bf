import { watch } from 'vue';
import { createRouter, createWebHistory } from 'vue-router';
import { auth } from './auth';
import AccountPage from './pages/AccountPage.vue';
import SignInPage from './pages/SignInPage.vue';

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: SignInPage },
    { path: '/account', component: AccountPage, meta: { needsSignIn: true } },
  ],
});

router.beforeEach(async to => {
  if (!to.meta.needsSignIn) return true;
  await auth.ready;
  return auth.state.value.isAuthenticated || { path: '/', query: { next: to.fullPath } };
});

// A session can end while a guarded page is shown: with the button of the page, in another tab, or on the server.
watch(
  () => auth.state.value.isAuthenticated,
  isAuthenticated => {
    if (!isAuthenticated && router.currentRoute.value.meta.needsSignIn) void router.replace('/');
  },
);
