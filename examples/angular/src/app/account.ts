import { httpResource } from '@angular/common/http';
import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { AuthService } from './auth/auth-service';

/** A page for people who are signed in. authInterceptor adds the token to the call of your API. */
@Component({
  selector: 'app-account',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h1>Account of {{ auth.displayName() }}</h1>
    @if (messages.error()) {
      <p>Your API does not answer yet: /api/messages</p>
    } @else {
      <ul>
        @for (message of messages.value(); track $index) {
          <li>{{ message }}</li>
        }
      </ul>
    }
    <button (click)="auth.signOut()">Sign out</button>
  `,
})
export class Account {
  protected readonly auth = inject(AuthService);
  // They are loaded again for another person, who may sign in in another tab.
  protected readonly messages = httpResource<string[]>(() => (this.auth.userId() ? '/api/messages' : undefined));
}
