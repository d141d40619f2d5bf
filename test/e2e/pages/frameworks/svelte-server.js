import { createAuth } from 'auth-widget/svelte';
import { render as renderComponent } from 'svelte/server';
import { writable } from 'svelte/store';
import { createSettings } from './svelte-settings.js';
import Page from './Page.svelte';

export function render(source) {
  const auth = createAuth(source);
  const { body } = renderComponent(Page, { props: { auth, settings: writable(createSettings()) } });
  return { html: body, auth };
}
