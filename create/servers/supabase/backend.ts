import { SupabaseBackend } from 'auth-widget/backends/supabase.js';

const PROJECT_URL = 'https://your-project.supabase.co';
/** The publishable key of the project, which any page may have; never the secret one. */
const PROJECT_KEY = 'sb_publishable_your-key';

/** The server that signs people in. */
export const backend = new SupabaseBackend(`${PROJECT_URL}/auth/v1`, { key: PROJECT_KEY });
