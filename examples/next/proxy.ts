import { NextResponse, type NextRequest } from 'next/server';
import { guard } from './app/server-guard';

/** Passes the calls of the widget on to the server that signs people in, for development and production. */
function passOn({ nextUrl }: NextRequest) {
  return NextResponse.rewrite(
    new URL(nextUrl.pathname + nextUrl.search, process.env.AUTH_URL ?? 'http://127.0.0.1:5173'),
  );
}

export function proxy(request: NextRequest) {
  return request.nextUrl.pathname.startsWith('/account') ? guard(request) : passOn(request);
}

export const config = { matcher: ['/v1/:path*', '/account/:path*'] };
