import { NextResponse, type NextRequest } from 'next/server';
import { bridge } from './bridge';

/** Sends a browser that asks for a guarded page, and whose person isn't signed in, to the sign-in. */
export async function guard(request: NextRequest) {
  // Next's router fetches pages too, for links on which nobody has clicked yet, and keeps a redirect. There, the page's own guard decides.
  if (request.headers.get('sec-fetch-dest') === 'empty') return NextResponse.next();
  const found = await bridge.whoIs(request.headers.get('cookie'));
  // While the auth server gives no answer (`unknown`), nobody is sent away.
  if (found.kind !== 'signed-out') return NextResponse.next();
  return NextResponse.redirect(new URL('/sign-in', request.url));
}
