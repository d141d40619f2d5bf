import { createAuth } from 'auth-widget/svelte';

export const auth = createAuth({ baseUrl: '/' });
