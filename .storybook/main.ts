import type { StorybookConfig } from '@storybook/react-vite';
import { readFileSync } from 'node:fs';
import { mergeConfig, type Plugin } from 'vite';

/** One uploaded picture, for stories of a picture that loads; every other one is missing, as on a server that never had it. */
const uploadedPicture: Plugin = {
  name: 'uploaded-picture',
  configureServer({ middlewares }) {
    middlewares.use(`/files/${'S'.repeat(22)}.png`, (_request, response) => {
      response.setHeader('content-type', 'image/png');
      response.end(readFileSync('public/work-icon-512.png'));
    });
  },
};

const config: StorybookConfig = {
  stories: ['../src/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-vitest', '@storybook/addon-a11y'],
  framework: '@storybook/react-vite',
  // Found before the first story runs: a package found later makes Vite reload, and half the run sees two Reacts.
  viteFinal: (vite) =>
    mergeConfig(vite, {
      optimizeDeps: { entries: ['src/**/*.stories.tsx', '.storybook/preview.tsx'] },
      plugins: [uploadedPicture],
    }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};

export default config;
