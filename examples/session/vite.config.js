import { defineConfig } from 'vite';

// The reference server that `npm start` runs listens on port 5173.
export default defineConfig({ server: { port: 5174, proxy: { '/v1': 'http://127.0.0.1:5173' } } });
