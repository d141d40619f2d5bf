// For both pages. The module of the tag comes before this one, so the tag is defined here.
const widget = document.querySelector('auth-widget');
const status = document.querySelector('#status');
const name = document.querySelector('#name');

function show({ isAuthenticated, isLoading, displayName }) {
  // While a stored session is being restored, the place stays empty.
  status.textContent = isAuthenticated ? `Signed in as ${displayName}` : isLoading ? '' : 'Signed out';
  if (name) name.textContent = displayName;
}

widget.addEventListener('auth-change', ({ state }) => show(state));
widget.addEventListener('auth-signed-in', ({ displayName }) => console.log('Hello', displayName));
document.querySelector('#sign-out')?.addEventListener('click', () => widget.client.logout());
show(widget.state);
