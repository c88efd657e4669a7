import { defineConfig, type Plugin } from 'vite';

/**
 * Programs beside the server's own: of a thread, under the name by which `startTestRun` looks for it, and of the supervisor, by which
 * `scripts/start.mjs` does.
 */
const programs: Plugin = {
  name: 'programs',
  buildStart() {
    this.emitFile({
      type: 'chunk',
      id: 'server/rules/alarmRules/testRunWorker.ts',
      fileName: 'testRunWorker.js',
    });
    this.emitFile({ type: 'chunk', id: 'server/supervise/superviseServer.ts', fileName: 'superviseServer.js' });
  },
};

/** The server is bundled so that `npm start` needs no TypeScript runner; packages stay outside the bundle. */
export default defineConfig({
  publicDir: false,
  plugins: [programs],
  build: {
    target: 'node20',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
  },
});
