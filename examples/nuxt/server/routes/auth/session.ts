/** `app/plugins/server-session.client.ts` tells it of each sign-in, renewal and sign-out. */
export default defineEventHandler(event => bridge.handle(toWebRequest(event)));
