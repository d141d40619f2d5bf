import { createClient } from '@supabase/supabase-js';

/**
 * The project's data, read and written as the person who is signed in with the widget.
 * @param {import('auth-widget/client').AuthClient} client
 */
export const connectSupabase = (client, url, key) => createClient(url, key, { accessToken: () => client.getToken() });
