// The sign-in with an address and a password. Its styles come from the Tailwind of the page, so here it has none.
import { AuthUIProvider, AuthView } from '@daveyplate/better-auth-ui';
import { createAuthClient } from 'better-auth/react';
import { createRoot } from 'react-dom/client';

const authClient = createAuthClient({ baseURL: `${location.origin}/mock/better-auth-ui` });

globalThis.mountPeer = box => {
  const root = createRoot(box);
  root.render(
    <AuthUIProvider authClient={authClient} navigate={() => {}}>
      <AuthView view="SIGN_IN" />
    </AuthUIProvider>,
  );
  return () => root.unmount();
};
globalThis.mountPeer(document.getElementById('root'));
