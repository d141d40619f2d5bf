import { Directive, effect, ElementRef, inject, input } from '@angular/core';
import type { AuthMode, AuthWidget as AuthWidgetElement } from 'auth-widget';
import 'auth-widget/define/auth-widget.js';
import { AuthService } from './auth-service';

/**
 * Makes `<auth-widget>` a known tag in the templates that import it: no CUSTOM_ELEMENTS_SCHEMA is needed, and a property
 * that the element does not have, or a value of the wrong type, does not compile. Its events are those of the element,
 * `(auth-signed-in)="…"`, with the types that the package declares.
 *
 * The widget uses the client of the app: server and storage are chosen in provideAuth.
 */
@Directive({ selector: 'auth-widget' })
export class AuthWidget {
  /** The screen to begin with. */
  readonly mode = input<AuthMode>();
  /** The modes that are offered, separated by spaces. All by default. */
  readonly modes = input<string>();
  /** By default the `color-scheme` of the page. */
  readonly theme = input<'light' | 'dark'>();

  constructor() {
    const element = inject<ElementRef<AuthWidgetElement>>(ElementRef).nativeElement;
    const { client } = inject(AuthService);
    if (client) element.client = client;
    effect(() => {
      element.mode = this.mode();
      element.modes = this.modes();
      element.theme = this.theme();
    });
  }
}
