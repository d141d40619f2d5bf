import { Login } from '@ory/elements-react/theme';
import '@ory/elements-react/theme/styles.css';
import { createRoot } from 'react-dom/client';

const address = `${location.origin}/mock/ory`;
const pages = ['error', 'login', 'registration', 'recovery', 'settings', 'verification'];
const config = {
  name: 'bench',
  sdk: { url: address },
  project: {
    name: 'bench',
    default_redirect_url: '/',
    ...Object.fromEntries(pages.map(page => [`${page}_ui_url`, `/${page}`])),
    registration_enabled: true,
    recovery_enabled: true,
    verification_enabled: true,
    default_locale: 'en',
    locale_behavior: 'force_default',
  },
};

/** What the server says about a field. */
const field = (group, name, type, label, extra = {}) => ({
  type: 'input',
  group,
  messages: [],
  meta: label ? { label: { type: 'info', ...label } } : {},
  attributes: { node_type: 'input', name, type, disabled: false, ...extra },
});
const flow = {
  id: '00000000-0000-4000-8000-000000000000',
  type: 'browser',
  state: 'choose_method',
  refresh: false,
  requested_aal: 'aal1',
  request_url: address,
  issued_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 3.6e6).toISOString(),
  ui: {
    action: `${address}/self-service/login?flow=x`,
    method: 'POST',
    messages: [],
    nodes: [
      field('default', 'csrf_token', 'hidden', undefined, { value: 'csrf', required: true }),
      field(
        'default',
        'identifier',
        'text',
        { id: 1070002, text: 'E-Mail', context: { title: 'E-Mail' } },
        { value: '', required: true, autocomplete: 'username' },
      ),
      field('password', 'password', 'password', { id: 1070001, text: 'Password' }, { required: true }),
      field('password', 'method', 'submit', { id: 1010022, text: 'Sign in with password' }, { value: 'password' }),
    ],
  },
};

globalThis.mountPeer = box => {
  const root = createRoot(box);
  root.render(<Login flow={flow} config={config} />);
  return () => root.unmount();
};
globalThis.mountPeer(document.getElementById('root'));
