import { bridge } from '#lib/server/bridge.ts';
import type { RequestHandler } from './$types';

/** The layout calls this after each sign-in, renewal and sign-out. */
export const POST: RequestHandler = ({ request }) => bridge.handle(request);
export const DELETE = POST;
