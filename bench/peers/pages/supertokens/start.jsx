import { createRoot } from 'react-dom/client';
import SuperTokens from 'supertokens-auth-react';
import Passwordless from 'supertokens-auth-react/recipe/passwordless';
import { PasswordlessPreBuiltUI } from 'supertokens-auth-react/recipe/passwordless/prebuiltui';
import Session from 'supertokens-auth-react/recipe/session';
import { AuthPage } from 'supertokens-auth-react/ui';

SuperTokens.init({
  appInfo: {
    appName: 'bench',
    apiDomain: location.origin,
    apiBasePath: '/mock/supertokens',
    websiteDomain: location.origin,
    websiteBasePath: '/p/supertokens',
  },
  recipeList: [
    Passwordless.init({ contactMethod: 'PHONE', signInUpFeature: { defaultCountry: 'US' } }),
    Session.init(),
  ],
});
createRoot(document.getElementById('root')).render(
  <SuperTokens.SuperTokensWrapper>
    <AuthPage preBuiltUIList={[PasswordlessPreBuiltUI]} />
  </SuperTokens.SuperTokensWrapper>,
);
