// Before the elements, which continue with the form that the server has rendered.
import 'auth-widget/html/takeover.js';
import { createAuth } from 'auth-widget/svelte';

export const auth = createAuth({ baseUrl: '/' });
