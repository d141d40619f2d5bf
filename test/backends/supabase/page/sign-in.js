import { SupabaseBackend } from '/backends/supabase.js';
import { PROJECT_KEY, PROJECT_URL } from '/project.js';

const url = `${PROJECT_URL}/auth/v1`;
const widget = document.querySelector('auth-widget');
widget.baseUrl = url;
widget.backend = new SupabaseBackend(url, { key: PROJECT_KEY });
