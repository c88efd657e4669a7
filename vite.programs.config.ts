import { defineConfig, mergeConfig } from 'vite';
import server from './vite.server.config.ts';

/** Programs that tests start in processes of their own (`tests/support/programs.ts`), bundled once for a whole run. */
export default mergeConfig(
  server,
  defineConfig({
    build: {
      ssr: true,
      rolldownOptions: {
        input: [
          'tests/support/testServer.run.ts',
          'tests/support/supervisedServer.run.ts',
          'tests/support/mqttKillServer.ts',
          'tests/support/notifyKillServer.ts',
          'tests/faults/storeKill.writer.ts',
          'scripts/lift.ts',
        ],
        output: { entryFileNames: '[name].js' },
      },
    },
  }),
);
