import { ChangeDetectionStrategy, Component, effect, inject, input } from '@angular/core';
import { Router } from '@angular/router';
import type { AuthSignedInEvent } from 'auth-widget';
import { AuthService } from './auth/auth-service';
import { AuthWidget } from './auth/auth-widget';
import { safeReturnPath } from './auth/return-path';

@Component({
  selector: 'app-sign-in',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [AuthWidget],
  template: `
    <h1>Sign in</h1>
    <auth-widget mode="phone-login" (auth-signed-in)="greet($event)" />
  `,
})
export class SignIn {
  /** The query parameter `return`. authGuard sets it, but anybody can write one into a link. */
  readonly return = input<string>();

  constructor() {
    const auth = inject(AuthService);
    const router = inject(Router);
    effect(() => {
      const path = this.return();
      if (auth.isSignedIn() && path !== undefined)
        void router.navigateByUrl(safeReturnPath(path), { replaceUrl: true });
    });
  }

  protected greet({ displayName }: AuthSignedInEvent): void {
    console.log('Hello', displayName);
  }
}
