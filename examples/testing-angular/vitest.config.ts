import { defineConfig } from 'vitest/config';

// Without an environment, Angular takes happy-dom if it finds it, and jsdom otherwise.
export default defineConfig({
  test: {
    environment: 'jsdom',
  },
});
