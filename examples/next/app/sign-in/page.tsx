'use client';

import { AuthWidget } from 'auth-widget/react';
import { useRouter } from 'next/navigation';

export default function SignIn() {
  const router = useRouter();
  return (
    <AuthWidget onAuthSignedIn={() => router.replace('/account')}>
      <p slot="footer">By signing in you accept the terms.</p>
    </AuthWidget>
  );
}
