import { Directive, effect, ElementRef, inject, input } from '@angular/core';
import type { AuthMode, AuthWidget as AuthWidgetElement } from 'auth-widget';
import 'auth-widget/define/auth-widget.js';
import { AuthService } from './auth-service';

/**
 * Makes `<auth-widget>` a known tag in each component that imports it, which needs no CUSTOM_ELEMENTS_SCHEMA. A property
 * without an input below, or a value of the wrong type, doesn't compile. Events are bound as `(auth-signed-in)="…"`,
 * with the types that the package declares.
 *
 * The widget uses the client of AuthService, whose server is set with provideAuth.
 */
@Directive({ selector: 'auth-widget' })
export class AuthWidget {
  /** The mode to begin with. A change cancels the current flow. */
  readonly mode = input<AuthMode>();
  /** The modes to offer, separated by spaces. All of them by default. */
  readonly modes = input<string>();
  /** The page's `color-scheme` by default. */
  readonly theme = input<'light' | 'dark'>();

  constructor() {
    const element = inject<ElementRef<AuthWidgetElement>>(ElementRef).nativeElement;
    const { client } = inject(AuthService);
    // There is no client on a server.
    if (client) element.client = client;
    effect(() => {
      element.mode = this.mode();
      element.modes = this.modes();
      element.theme = this.theme();
    });
  }
}
