// Both pages load this module: one has the widget, and the other `#account`.
import { AuthClient } from 'auth-widget/client';
import 'auth-widget/define/auth-widget.js';

const client = new AuthClient({ baseUrl: '/' });
const widget = document.querySelector('auth-widget');
const account = document.querySelector('#account');

/** Shows who is signed in. The page of the account sends everybody else to the sign-in. Your API guards the data. */
function show() {
  const { isAuthenticated, displayName } = client.state;
  document.querySelector('#status').textContent = isAuthenticated ? `Signed in as ${displayName}` : 'Signed out';
  if (!account) return;
  account.hidden = !isAuthenticated;
  account.querySelector('#name').textContent = displayName;
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
  // A sign-in or a sign-out began before the session was restored. The state says who is signed in.
});
client.subscribe(show);
show();
