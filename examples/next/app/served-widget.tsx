'use client';

import { AuthWidget, useAuth } from 'auth-widget/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** The tag as HTML of `auth-widget/html`, or without any on a page that the router has opened. */
export function ServedWidget({ html }: { html: string | undefined }) {
  const [served] = useState(
    useSyncExternalStore(
      neverChanges,
      () => undefined,
      () => html,
    ),
  );
  return served ? <ServedHtml html={served} /> : <AuthWidget mode="phone-login" />;
}

/** React leaves the HTML as it is. The tag starts with the client of the app. */
function ServedHtml({ html }: { html: string }) {
  const { client } = useAuth();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const widget = box.current!.querySelector('auth-widget')!;
    widget.client = client;
    widget.removeAttribute('defer-hydration');
  }, [client]);
  // The browser has made a shadow root of the <template> in the HTML, so the content of the box is no longer what React expects.
  return <div ref={box} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
