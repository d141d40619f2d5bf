// Hanko's flow: the answer to POST /login is the first state, which asks for an email address.
const field = (name, type, extra = {}) => ({ name, type, required: true, hidden: false, ...extra });
const action = (name, inputs) => ({ action: name, href: `/login?action=${name}%40x`, description: '', inputs });

export default ({ method, path }) => {
  if (path === '/sessions/validate') return { body: { is_valid: false } };
  if (method !== 'POST' || path !== '/login') return undefined;
  return {
    body: {
      name: 'login_init',
      status: 200,
      csrf_token: 'csrf',
      payload: {},
      links: [],
      actions: {
        continue_with_login_identifier: action('continue_with_login_identifier', {
          email: field('email', 'email', { max_length: 120 }),
        }),
        remember_me: action('remember_me', { remember_me: field('remember_me', 'boolean', { required: false }) }),
      },
    },
  };
};
