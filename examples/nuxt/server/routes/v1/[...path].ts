/** Passes the calls of the widget on to the server that signs people in, for development and production. */
export default defineEventHandler(event => {
  const forwardedFor = [getHeader(event, 'x-forwarded-for'), getRequestIP(event)].filter(Boolean).join(', ');
  return proxyRequest(event, (process.env.AUTH_URL ?? 'http://127.0.0.1:5173') + event.path, {
    headers: { 'x-forwarded-for': forwardedFor },
  });
});
