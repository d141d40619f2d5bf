/** `app/plugins/server-session.client.ts` calls this after each sign-in, renewal and sign-out. */
export default defineEventHandler(event => bridge.handle(toWebRequest(event)));
