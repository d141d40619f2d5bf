/* global Clerk, __internal_ClerkUICtor */
await Clerk.load({ ui: { ClerkUI: __internal_ClerkUICtor } });
Clerk.mountSignIn(document.getElementById('root'), { routing: 'hash' });
