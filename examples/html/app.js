const widget = document.querySelector('auth-widget');
const status = document.querySelector('#status');

function show({ isAuthenticated, isLoading, displayName }) {
  // While a stored session is being restored, the place stays empty.
  status.textContent = isAuthenticated ? `Signed in as ${displayName}` : isLoading ? '' : 'Signed out';
}

widget.addEventListener('auth-change', ({ state }) => show(state));
widget.addEventListener('auth-signed-in', ({ displayName }) => console.log('Hello', displayName));
show(widget.state);
