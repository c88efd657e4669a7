import type { Preview } from '@storybook/react-vite';
import { UiProvider } from '../src/ui/theme/UiProvider.tsx';

const preview: Preview = {
  decorators: [
    (Story) => (
      <UiProvider>
        <Story />
      </UiProvider>
    ),
  ],
  parameters: {
    layout: 'padded',
    backgrounds: { disabled: true },
    a11y: {
      test: 'error',
      // A part is shown without the page around it, so the landmark rules do not apply to it.
      config: { rules: [{ id: 'region', enabled: false }] },
    },
    controls: { expanded: true },
    options: { storySort: { order: ['ui', ['Tokens'], 'app', 'features', 'machines'] } },
  },
};

export default preview;
