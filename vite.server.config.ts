import { defineConfig } from 'vite';

/** The server is bundled so that `npm start` needs no TypeScript runner; packages stay outside the bundle. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'node20',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
  },
});
