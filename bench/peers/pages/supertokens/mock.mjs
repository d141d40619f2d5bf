// SuperTokens for a browser without a session.
export default ({ path }) => {
  if (path.endsWith('/session/refresh')) return { status: 401, body: { message: 'unauthorised' } };
  if (!path.endsWith('/loginmethods')) return undefined;
  return {
    body: {
      status: 'OK',
      emailPassword: { enabled: false },
      passwordless: { enabled: true },
      thirdParty: { enabled: false, providers: [] },
      firstFactors: ['otp-phone'],
    },
  };
};
