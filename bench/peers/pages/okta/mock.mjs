// Okta's Identity Engine up to the first step, which asks for a username and a password.
const ION = 'application/ion+json; okta-version=1.0.0';
const handle = { name: 'stateHandle', required: true, value: '02bench', visible: false, mutable: false };

/** The answer that describes the first step. */
function firstStep(base) {
  const form = (name, value) => ({
    rel: ['create-form'],
    name,
    href: `${base}/idp/idx/${name}`,
    method: 'POST',
    produces: ION,
    accepts: 'application/json; okta-version=1.0.0',
    value,
  });
  return {
    version: '1.0.0',
    stateHandle: handle.value,
    expiresAt: '2099-01-01T00:00:00.000Z',
    intent: 'LOGIN',
    remediation: {
      type: 'array',
      value: [
        form('identify', [
          { name: 'identifier', label: 'Username', required: true },
          {
            name: 'credentials',
            type: 'object',
            form: { value: [{ name: 'passcode', label: 'Password', secret: true }] },
            required: true,
          },
          { name: 'rememberMe', type: 'boolean', label: 'Keep me signed in' },
          handle,
        ]),
      ],
    },
    currentAuthenticator: {
      type: 'object',
      value: {
        type: 'password',
        key: 'okta_password',
        id: 'aut1',
        displayName: 'Password',
        methods: [{ type: 'password' }],
      },
    },
    cancel: form('cancel', [handle]),
    app: { type: 'object', value: { name: 'oidc_client', label: 'bench', id: '0oabench' } },
  };
}

export default ({ path, origin }) => {
  const base = `${origin}/mock/okta`;
  const issuer = `${base}/oauth2/default`;
  if (path.endsWith('/.well-known/openid-configuration'))
    return {
      body: {
        issuer,
        authorization_endpoint: `${issuer}/v1/authorize`,
        token_endpoint: `${issuer}/v1/token`,
        interaction_endpoint: `${issuer}/v1/interact`,
        jwks_uri: `${issuer}/v1/keys`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        grant_types_supported: ['authorization_code', 'interaction_code'],
        scopes_supported: ['openid', 'profile'],
      },
    };
  if (path.endsWith('/.well-known/okta-organization'))
    return { body: { id: '00obench', pipeline: 'idx', settings: {} } };
  if (path.endsWith('/v1/interact')) return { body: { interaction_handle: 'handle' } };
  if (path.endsWith('/idp/idx/introspect')) return { headers: { 'content-type': ION }, body: firstStep(base) };
  return undefined;
};
