import 'auth-widget/define/auth-widget.js';

/**
 * The app: the widget, and a line that says who is signed in.
 * @param {HTMLElement} parent
 */
export function startApp(parent) {
  const status = document.createElement('p');
  status.textContent = 'Signed out';
  const widget = document.createElement('auth-widget');
  widget.setAttribute('base-url', '/');
  widget.addEventListener('auth-signed-in', ({ displayName }) => {
    status.textContent = `Signed in as ${displayName}`;
  });
  widget.addEventListener('auth-signed-out', () => {
    status.textContent = 'Signed out';
  });
  parent.append(status, widget);
}
