import { defineConfig } from 'vite';
import solid from 'vite-plugin-solid';

export default defineConfig({
  plugins: [solid()],
  // Where `npm run dev` finds the server that signs people in.
  server: { proxy: { '/v1': 'http://127.0.0.1:5173' }, port: 5174 },
});
