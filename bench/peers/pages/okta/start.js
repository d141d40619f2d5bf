/* global OktaSignIn */
const baseUrl = `${location.origin}/mock/okta`;
new OktaSignIn({
  baseUrl,
  clientId: '0oabench',
  redirectUri: `${location.origin}/p/okta/`,
  authParams: { issuer: `${baseUrl}/oauth2/default`, scopes: ['openid', 'profile'] },
  assets: { baseUrl: `${location.origin}/p/okta` },
}).showSignIn({ el: '#root' });
