import { AuthWidget } from 'auth-widget/react';

// A server component.
export default function Home() {
  return (
    <AuthWidget mode="phone-login">
      <p slot="footer">By signing in you accept the terms.</p>
    </AuthWidget>
  );
}
