import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { RouterLink, RouterOutlet } from '@angular/router';
import { AuthService } from './auth/auth-service';

@Component({
  selector: 'app-root',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink, RouterOutlet],
  template: `
    <header>
      <nav><a routerLink="/">Home</a> <a routerLink="/account">Account</a> <a routerLink="/sign-in">Sign in</a></nav>
      @if (auth.isSignedIn()) {
        <p>Signed in as {{ auth.displayName() }}</p>
      } @else if (!auth.isRestoring()) {
        <p>Signed out</p>
      }
    </header>
    <router-outlet />
  `,
})
export class App {
  protected readonly auth = inject(AuthService);
}
