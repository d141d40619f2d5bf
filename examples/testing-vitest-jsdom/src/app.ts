import 'auth-widget/define/auth-widget.js';

/** The app: the widget, and a line that says who is signed in. */
export function startApp(parent: HTMLElement): void {
  const status = document.createElement('p');
  status.textContent = 'Signed out';
  document.addEventListener('auth-signed-in', ({ displayName }) => {
    status.textContent = `Signed in as ${displayName}`;
  });
  document.addEventListener('auth-signed-out', () => {
    status.textContent = 'Signed out';
  });
  const widget = document.createElement('auth-widget');
  widget.setAttribute('base-url', '/');
  parent.append(status, widget);
}
