import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import type { AuthSignedInEvent } from 'auth-widget';
import 'auth-widget/define/auth-widget.js';

/** The app: the widget, and a line that says who is signed in. */
@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <p>{{ name() === null ? 'Signed out' : 'Signed in as ' + name() }}</p>
    <auth-widget base-url="/" (auth-signed-in)="greet($event)" (auth-signed-out)="name.set(null)" />
  `,
})
export class App {
  protected readonly name = signal<string | null>(null);

  protected greet(event: Event): void {
    this.name.set((event as AuthSignedInEvent).displayName);
  }
}
