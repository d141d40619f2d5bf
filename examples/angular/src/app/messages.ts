import { httpResource } from '@angular/common/http';
import { ChangeDetectionStrategy, Component } from '@angular/core';

/** A page for people who are signed in. authInterceptor adds the token to its call. */
@Component({
  selector: 'app-messages',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h1>Messages</h1>
    @if (messages.error()) {
      <p role="alert">The messages can't be loaded.</p>
    } @else {
      <ul>
        @for (message of messages.value(); track $index) {
          <li>{{ message }}</li>
        }
      </ul>
    }
  `,
})
export class Messages {
  protected readonly messages = httpResource<string[]>(() => '/api/messages');
}
