import { defineConfig, type Plugin } from 'vite';

/** The program of a thread lies beside the server's own, under the name by which `startTestRun` looks for it. */
const threads: Plugin = {
  name: 'threads',
  buildStart() {
    this.emitFile({
      type: 'chunk',
      id: 'server/rules/alarmRules/testRunWorker.ts',
      fileName: 'testRunWorker.js',
    });
  },
};

/** The server is bundled so that `npm start` needs no TypeScript runner; packages stay outside the bundle. */
export default defineConfig({
  publicDir: false,
  plugins: [threads],
  build: {
    target: 'node20',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
  },
});
