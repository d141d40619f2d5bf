import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [vue()],
  // The reference server, for `npm run dev`.
  server: { proxy: { '/v1': 'http://127.0.0.1:5173' }, port: 5174 },
});
