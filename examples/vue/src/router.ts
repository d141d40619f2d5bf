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
