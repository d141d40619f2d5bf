import { useAuth } from 'auth-widget/react';
import { useState } from 'react';

export function Inbox() {
  const { state, getToken } = useAuth();
  const [answer, setAnswer] = useState('');
  if (!state.isAuthenticated) return null;

  async function load() {
    const token = await getToken(); // before every call: it is renewed if that is due
    const response = await fetch('/v1/session', { headers: { Authorization: `Bearer ${token}` } });
    setAnswer(response.ok ? 'No new messages' : 'That did not work');
  }

  return (
    <section>
      <button onClick={load}>Load messages</button>
      <p role="status">{answer}</p>
    </section>
  );
}
