'use client';

import { useAuth } from 'auth-widget/react';
import { useEffect, useState } from 'react';

export function Messages() {
  const { getToken } = useAuth();
  const [text, setText] = useState('Loading…');
  useEffect(() => {
    const controller = new AbortController();
    async function load() {
      const token = await getToken(); // ask before every call: the token is renewed if that's due
      const headers = token === null ? undefined : { Authorization: `Bearer ${token}` };
      const response = await fetch('/v1/session', { headers, signal: controller.signal });
      setText(response.ok ? 'No new messages' : 'That did not work');
    }
    load().catch(() => {});
    return () => controller.abort();
  }, [getToken]);
  return <p role="status">{text}</p>;
}
