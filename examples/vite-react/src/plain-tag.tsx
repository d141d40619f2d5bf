import 'auth-widget/react';

export const SignIn = () => (
  <auth-widget base-url="/" no-auto-login onauth-signed-in={event => console.log(event.displayName)} />
);
