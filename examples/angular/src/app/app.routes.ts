import type { Routes } from '@angular/router';
import { authGuard } from './auth/auth-guard';
import { Home } from './home';
import { SignIn } from './sign-in';

export const routes: Routes = [
  { path: '', component: Home },
  { path: 'sign-in', component: SignIn },
  {
    path: 'account',
    loadComponent: () => import('./account').then(({ Account }) => Account),
    canActivate: [authGuard],
    // provideAuth runs the guard again if the session ends while this page is shown.
    runGuardsAndResolvers: 'always',
  },
];
