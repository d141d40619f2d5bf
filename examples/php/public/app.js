// For both pages. The module of the tag comes before this one, so the tag is defined here.
const widget = document.querySelector('auth-widget');
const status = document.querySelector('#status');
const name = document.querySelector('#name');
const account = document.querySelector('#account');

function show({ isAuthenticated, isLoading, displayName }) {
  // While a stored session is being restored, the place stays empty.
  status.textContent = isAuthenticated ? `Signed in as ${displayName}` : isLoading ? '' : 'Signed out';
  if (name) name.textContent = displayName;
}

/** Shows what only the API says, which checks the token of each call. */
async function showAccount() {
  const token = await widget.client.getToken();
  if (token === null) return;
  const response = await fetch('/api/account', { headers: { Authorization: `Bearer ${token}` } });
  account.textContent = response.ok ? (await response.json()).text : 'The account can’t be loaded.';
}

widget.addEventListener('auth-change', ({ state }) => show(state));
widget.addEventListener('auth-signed-in', ({ displayName }) => {
  console.log('Hello', displayName);
  if (account) void showAccount();
});
document.querySelector('#sign-out')?.addEventListener('click', () => widget.client.logout());
show(widget.state);
