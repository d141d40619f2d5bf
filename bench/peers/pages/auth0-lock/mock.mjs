// Answers the calls of Auth0 Lock. Its settings and texts are scripts, which start.js has it load from this mock. The other calls go to its
// domain, bench.invalid: Lock asks for a challenge, and for a session in an iframe.
import { createRequire } from 'node:module';

const { default: texts } = createRequire(import.meta.url)('auth0-lock/lib/i18n/en.js');
const script = body => ({ headers: { 'content-type': 'text/javascript' }, body });

const settings = {
  id: 'bench', // the client ID in start.js, and in the path below
  tenant: 'bench',
  subscription: 'enterprise',
  strategies: [
    {
      name: 'auth0',
      connections: [
        {
          name: 'Username-Password-Authentication',
          passwordPolicy: 'good',
          showSignup: true,
          showForgot: true,
          requires_username: false,
        },
      ],
    },
  ],
};

export default ({ path, query }) => {
  if (path === '/client/bench.js') return script(`Auth0.setClient(${JSON.stringify(settings)});`);
  if (/^\/js\/lock\/[\d.]+\/en\.js$/.test(path))
    return script(`Auth0.registerLanguageDictionary("en", ${JSON.stringify(texts)});`);
  // No captcha is required.
  if (path.endsWith('/challenge')) return { body: { required: false } };
  if (path !== '/authorize') return undefined;
  // Nobody has a session.
  const response = { error: 'login_required', error_description: 'Login required', state: query.get('state') };
  const message = JSON.stringify({ type: 'authorization_response', response });
  return {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><script>parent.postMessage(${message}, '*')</script>`,
  };
};
