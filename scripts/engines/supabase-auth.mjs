import { provideGoProgram } from './go-program.mjs';

const RELEASE = 'v2.196.0';

/** The server of Supabase Auth (GoTrue), for the tests of src/backends/supabase.ts. */
export const provideSupabaseAuth = () =>
  provideGoProgram({
    name: 'Supabase Auth',
    file: 'supabase-auth',
    release: RELEASE,
    // Go's name for the release's commit, because a module whose path doesn't end in `/v2` can't have a version 2.
    module: 'github.com/supabase/auth@v1.11.1-0.20260818160232-0204331ca41a',
    dropReplace: 'github.com/joho/godotenv',
    variable: 'SUPABASE_AUTH',
    releases: `https://github.com/supabase/auth/releases/tag/${RELEASE}`,
  });
