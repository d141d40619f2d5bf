// Answers calls to Corbado's API. start.js sets the two parts of its host, an id and a suffix, and contestants.mjs names it, too.
const frontendApiUrl = 'https://pro-1234567890123456789.bench.invalid';

const firstStep = () => ({
  token: 'process-token',
  expiresAt: Math.floor(Date.now() / 1000) + 3600,
  processResponse: {
    common: { appName: 'bench', frontendApiUrl, hideBadge: true, environment: 'dev' },
    blockBody: {
      block: 'login-init',
      authType: 'login',
      // The screen shows a field for the email, and a link to the one for the phone.
      data: {
        blockType: 'login-init',
        identifierValue: '',
        isPhone: false,
        isPhoneAvailable: true,
        isPhoneFocused: false,
        isEmailAvailable: true,
        isUsernameAvailable: false,
        socialData: { providers: [], status: 'initial' },
      },
      alternatives: [],
    },
  },
});

export default ({ path }) => {
  if (path === '/v2/session-config') return { body: { useSessionManagement: true, frontendApiUrl } };
  if (path === '/v2/process-config') return { body: { useServerSideProcessId: false, frontendApiUrl } };
  if (path === '/v2/auth/process/init') return { body: firstStep() };
  return path.startsWith('/v2/auth/') ? { body: {} } : undefined;
};
