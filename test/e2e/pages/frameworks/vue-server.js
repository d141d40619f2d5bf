import { renderToString } from 'vue/server-renderer';
import { createPage, createSettings } from './vue.js';

export async function render(source) {
  const { app, auth } = createPage(createSettings(), source);
  return { html: await renderToString(app), auth };
}
