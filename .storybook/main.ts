import type { StorybookConfig } from '@storybook/react-vite';
import { mergeConfig } from 'vite';

const config: StorybookConfig = {
  stories: ['../src/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-vitest', '@storybook/addon-a11y'],
  framework: '@storybook/react-vite',
  // Found before the first story runs: a package found later makes Vite reload, and half the run sees two Reacts.
  viteFinal: (vite) =>
    mergeConfig(vite, { optimizeDeps: { entries: ['src/**/*.stories.tsx', '.storybook/preview.tsx'] } }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};

export default config;
