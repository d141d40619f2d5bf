import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter() })],
  // Where `npm run dev` finds the reference server.
  server: { proxy: { '/v1': 'http://127.0.0.1:5173' }, port: 5174 },
});
