import type { Preview } from '@storybook/react-vite';
import { UiProvider } from '../src/ui/theme/UiProvider.tsx';

/** Waits for what still fades, glides or closes; what moves for as long as it is shown has been paused by then. */
async function afterMotion(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

const preview: Preview = {
  decorators: [
    (Story) => (
      <UiProvider>
        <Story />
      </UiProvider>
    ),
  ],
  // The accessibility check comes after this: half faded, every text has too little contrast.
  afterEach: afterMotion,
  parameters: {
    layout: 'padded',
    backgrounds: { disabled: true },
    a11y: {
      test: 'error',
      // Passes are not listed node by node, which took a third of the check.
      options: { resultTypes: ['violations', 'incomplete'], preload: false },
      // A part is shown without the page around it, so the landmark rules do not apply to it.
      config: { rules: [{ id: 'region', enabled: false }] },
    },
    controls: { expanded: true },
    options: { storySort: { order: ['ui', ['Tokens'], 'app', 'features', 'machines'] } },
  },
};

export default preview;
