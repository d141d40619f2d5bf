// Both pages load this module after the one that defines <auth-widget>.
const widget = document.querySelector('auth-widget');
const status = document.querySelector('#status');
const name = document.querySelector('#name');
const account = document.querySelector('#account');

function show({ isAuthenticated, isLoading, displayName }) {
  // While nobody is signed in, the place is empty during the restoration of a session and any other operation.
  status.textContent = isAuthenticated ? `Signed in as ${displayName}` : isLoading ? '' : 'Signed out';
  if (name) name.textContent = displayName;
}

/** Shows what the API says about the account. The API checks the token of each call. */
async function showAccount() {
  account.textContent = ''; // it may be about the person before
  const token = await widget.client.getToken();
  if (token === null) return;
  const response = await fetch('/api/account', { headers: { Authorization: `Bearer ${token}` } }).catch(
    () => undefined,
  );
  account.textContent = response?.ok ? (await response.json()).text : 'The account can’t be loaded.';
}

widget.addEventListener('auth-change', ({ state }) => show(state));
widget.addEventListener('auth-signed-in', ({ displayName }) => {
  console.log('Hello', displayName);
  if (account) void showAccount();
});
document.querySelector('#sign-out')?.addEventListener('click', () => widget.client.logout());
show(widget.state);
