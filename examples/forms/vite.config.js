import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

/** Takes every order of a form, in place of the server of a shop. */
const shop = {
  name: 'shop',
  configureServer({ middlewares }) {
    middlewares.use('/orders', (request, response) => request.resume().on('end', () => response.end('{}')));
  },
};

const customElement = { template: { compilerOptions: { isCustomElement: tag => tag.includes('-') } } };

export default defineConfig({ plugins: [react(), vue(customElement), shop], server: { port: 5174 } });
