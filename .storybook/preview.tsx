import type { Preview } from '@storybook/react-vite';
import { UiProvider } from '../src/ui/theme/UiProvider.tsx';

/**
 * Tests look at what a transition leads to: half faded, every text has too little contrast, and a dialog that is just opening counts as
 * hidden. Designers see the transitions.
 */
function skipTransitions(): void {
  if (!('__vitest_browser__' in globalThis)) return;
  const style = document.createElement('style');
  style.textContent = '*, *::before, *::after { transition-duration: 0s !important; transition-delay: 0s !important; }';
  document.head.append(style);
}

const preview: Preview = {
  decorators: [
    (Story) => (
      <UiProvider>
        <Story />
      </UiProvider>
    ),
  ],
  beforeAll: skipTransitions,
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
