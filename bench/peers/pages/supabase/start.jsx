import { Auth } from '@supabase/auth-ui-react';
import { ThemeSupa } from '@supabase/auth-ui-shared';
import { createClient } from '@supabase/supabase-js';
import { createRoot } from 'react-dom/client';

const supabase = createClient(`${location.origin}/mock/supabase`, 'anon');

globalThis.mountPeer = box => {
  const root = createRoot(box);
  root.render(<Auth supabaseClient={supabase} appearance={{ theme: ThemeSupa }} providers={[]} />);
  return () => root.unmount();
};
globalThis.mountPeer(document.getElementById('root'));
