// For both pages.
import { AuthClient } from 'auth-widget/client';
import 'auth-widget/define/auth-widget.js';

const client = new AuthClient({ baseUrl: '/' });
const widget = document.querySelector('auth-widget');
const account = document.querySelector('#account');

/** What a page shows once it is known who is signed in. */
function show() {
  const { isAuthenticated, displayName } = client.state;
  document.querySelector('#status').textContent = isAuthenticated ? `Signed in as ${displayName}` : 'Signed out';
  if (!account) return;
  account.hidden = !isAuthenticated;
  account.querySelector('#name').textContent = displayName;
  // Your API guards the data.
  if (!isAuthenticated) location.replace('/?next=/account');
}

if (widget) {
  widget.client = client;
  widget.addEventListener('auth-signed-in', ({ displayName }) => {
    console.log('Hello', displayName);
    // The page of the account set `next`. Anybody can write one into a link, so no other address is followed.
    if (new URLSearchParams(location.search).get('next') === '/account') location.replace('/account');
  });
}
account?.querySelector('button').addEventListener('click', () => client.logout());

await client.tryAutoLogin().catch(() => {
  // The session has ended, or a person signed in before it was restored. The state says which.
});
client.subscribe(show);
show();
