import { NextResponse, type NextRequest } from 'next/server';

/** Passes the calls of the widget on to the server that signs people in, for development and production. */
export function proxy({ nextUrl }: NextRequest) {
  return NextResponse.rewrite(
    new URL(nextUrl.pathname + nextUrl.search, process.env.AUTH_URL ?? 'http://127.0.0.1:5173'),
  );
}

export const config = { matcher: '/v1/:path*' };
