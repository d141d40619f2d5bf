import { AuthWidget } from 'auth-widget/react';
import { useNavigate, useSearchParams } from 'react-router';

export default function SignInPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <AuthWidget
      lang="en"
      onAuthSignedIn={({ displayName }) => {
        console.log('Hello', displayName);
        // The guarded page set `next`. Anybody can write one into a link, so no other address is followed.
        if (params.get('next') === '/account') void navigate('/account', { replace: true });
      }}
    />
  );
}
