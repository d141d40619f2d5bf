import { createAuth } from 'auth-widget/vue';

export const auth = createAuth({ baseUrl: '/' });
