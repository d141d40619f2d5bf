// Clerk's environment and client, for an instance whose people sign in with an email address and a password.
const attribute = (enabled, extra = {}) => ({
  enabled,
  required: enabled,
  used_for_first_factor: false,
  first_factors: [],
  used_for_second_factor: false,
  second_factors: [],
  verifications: [],
  verify_at_sign_up: false,
  ...extra,
});

const DISPLAY = {
  object: 'display_config',
  id: 'dconf_bench',
  instance_environment_type: 'production',
  application_name: 'bench',
  theme: {},
  preferred_sign_in_strategy: 'password',
  logo_image_url: '',
  favicon_image_url: '',
  branded: false,
  captcha_public_key: null,
  captcha_widget_type: null,
  captcha_provider: null,
  captcha_oauth_bypass: [],
  support_email: '',
  clerk_js_version: '6',
  google_one_tap_client_id: null,
  show_devmode_warning: false,
  ...Object.fromEntries(
    [
      'home',
      'sign_in',
      'sign_up',
      'user_profile',
      'after_sign_in',
      'after_sign_up',
      'after_sign_out_one',
      'after_sign_out_all',
      'after_switch_session',
      'organization_profile',
      'create_organization',
      'after_leave_organization',
      'after_create_organization',
    ].map(name => [`${name}_url`, '/']),
  ),
};

const USERS = {
  attributes: {
    email_address: attribute(true, {
      used_for_first_factor: true,
      first_factors: ['email_code'],
      verifications: ['email_code'],
      verify_at_sign_up: true,
    }),
    password: attribute(true),
    ...Object.fromEntries(
      [
        'phone_number',
        'username',
        'first_name',
        'last_name',
        'web3_wallet',
        'authenticator_app',
        'backup_code',
        'passkey',
      ].map(name => [name, attribute(false)]),
    ),
  },
  social: {},
  enterprise_sso: { enabled: false },
  saml: { enabled: false },
  actions: { delete_self: true, create_organization: false },
  attack_protection: { user_lockout: { enabled: true, max_attempts: 100 }, enumeration_protection: { enabled: false } },
  passkey_settings: { allow_autofill: false, show_sign_in_button: false },
  sign_in: { second_factor: { required: false, enabled: false } },
  sign_up: {
    captcha_enabled: false,
    captcha_widget_type: null,
    mode: 'public',
    progressive: true,
    legal_consent_enabled: false,
  },
  password_settings: {
    min_length: 8,
    max_length: 72,
    disable_hibp: false,
    show_zxcvbn: false,
    min_zxcvbn_strength: 0,
    allowed_special_characters: '',
  },
  username_settings: { min_length: 4, max_length: 64 },
};

const ENVIRONMENT = {
  object: 'environment',
  id: 'env_bench',
  maintenance_mode: false,
  auth_config: {
    object: 'auth_config',
    id: 'aconf_bench',
    single_session_mode: true,
    claimed_at: null,
    reverification: false,
  },
  display_config: DISPLAY,
  user_settings: USERS,
  organization_settings: {
    enabled: false,
    max_allowed_memberships: 5,
    force_organization_selection: false,
    actions: { admin_delete: true },
    domains: { enabled: false, enrollment_modes: [] },
    slug: { disabled: true },
  },
  commerce_settings: { billing: { user: { enabled: false }, organization: { enabled: false } } },
  api_keys_settings: { enabled: false, user_api_keys_enabled: false, orgs_api_keys_enabled: false },
};

const CLIENT = {
  object: 'client',
  id: 'client_bench',
  sessions: [],
  sign_in: null,
  sign_up: null,
  last_active_session_id: null,
  cookie_expires_at: null,
  created_at: 1700000000000,
  updated_at: 1700000000000,
};

export default ({ path, method }) => {
  if (path === '/v1/environment') return { body: ENVIRONMENT };
  if (path === '/v1/client') return { body: { response: CLIENT, client: null } };
  return path.startsWith('/v1/') && method === 'POST' ? { status: 204, body: '' } : undefined;
};
