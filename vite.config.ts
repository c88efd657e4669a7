import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { leaveOutJsonSchema } from './scripts/leaveOutJsonSchema.ts';
import { leaveOutLoaders } from './scripts/leaveOutLoaders.ts';
import { leaveOutWgsl } from './scripts/leaveOutWgsl.ts';
import { preloadPages } from './scripts/preloadPages.ts';
import { workShell } from './scripts/workShell.ts';
import { serverPathPattern, serverPaths } from './src/contract/serverPaths.ts';

const workModules = ['src/app/openPublicPage.tsx', 'src/app/work/WorkScreen.tsx'];
const apiTarget = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

export default defineConfig({
  plugins: [
    react(),
    leaveOutJsonSchema(),
    leaveOutLoaders(),
    leaveOutWgsl(),
    preloadPages({
      '/': ['src/app/openDesk.tsx'],
      // A wall is opened by nobody, also after a reload, and shows a hundred thousand lifts.
      '/data-board': ['src/app/openDesk.tsx', 'src/app/layout/inside.ts', 'src/features/dataBoard/index.ts'],
      // On a telephone, far from the server.
      // Also on a telephone's processor, behind a car's poor network.
      '/cabin': ['src/app/openPublicPage.tsx', 'src/app/cabin/CabinScreen.tsx'],
      '/join': ['src/app/openPublicPage.tsx', 'src/app/join/JoinScreen.tsx'],
      '/work': {
        modules: workModules,
        head: '<link rel="manifest" href="/work.webmanifest"><link rel="apple-touch-icon" href="/work-icon-192.png">',
      },
    }),
    workShell({
      page: '/work',
      worker: 'src/app/work/serviceWorker.ts',
      // The reader of codes is fetched with the first press on the camera, which may be in a shaft, and the officer's part when she
      // first opens it.
      modules: ['index.html', ...workModules, 'node_modules/qr/decode.js', 'src/features/work/officer/OfficerPart.tsx'],
      others: ['/work.webmanifest', '/favicon.svg', '/work-icon-192.png', '/work-icon-512.png'],
    }),
  ],
  // deck.gl without its WebGPU half, which no map of ours asks for.
  resolve: { conditions: ['visgl:webgl-only', ...defaultClientConditions] },
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // React, what several pages use of RxJS, and the small parts of every page: each would else be a file or two that compress badly.
        // Grouping the big libraries makes every page preload all of them.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'rxjs', test: /node_modules[\\/]rxjs[\\/]/, minShareCount: 3 },
            {
              name: 'ui',
              test: /src[\\/]ui[\\/](Button|DescriptionList|EmptyState|ErrorState|IconButton|Kbd|LoadingOverlay|Spoken|StatusTag|list[\\/]savedViews|time)[\\/.]/,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [leaveOutJsonSchema()] },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      serverPaths.map((path) => [serverPathPattern(path), { target: apiTarget, ws: path === 'ws' }]),
    ),
  },
});
