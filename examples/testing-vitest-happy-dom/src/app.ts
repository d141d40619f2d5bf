import type { AuthClient } from 'auth-widget/client';
import 'auth-widget/define/auth-widget.js';

/** The app: the widget, and a line that says who is signed in. Both use a client that the caller creates. */
export function startApp(parent: HTMLElement, client: AuthClient): void {
  const status = document.createElement('p');
  const show = () => {
    const { isAuthenticated, displayName } = client.state;
    status.textContent = isAuthenticated ? `Signed in as ${displayName}` : 'Signed out';
  };
  client.subscribe(show);
  show();
  const widget = document.createElement('auth-widget');
  widget.client = client;
  parent.append(status, widget);
}
