import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Where `npm run dev` finds the server that signs people in.
  server: { proxy: { '/v1': 'http://127.0.0.1:5173' }, port: 5174 },
});
