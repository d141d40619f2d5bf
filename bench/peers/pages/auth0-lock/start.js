import { Auth0Lock } from 'auth0-lock';

const address = `${location.origin}/mock/auth0-lock`;
new Auth0Lock('bench', 'bench.invalid', {
  container: 'root',
  configurationBaseUrl: address,
  languageBaseUrl: address,
  auth: { redirectUrl: location.origin, responseType: 'token id_token' },
}).show();
