import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { NotFound } from './NotFound.tsx';

const meta = {
  title: 'features/NotFound',
  component: NotFound,
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
  args: { path: '/alarm-center/no-such-page' },
} satisfies Meta<typeof NotFound>;
export default meta;
type Story = StoryObj<typeof meta>;

export const UnknownPath: Story = {};
export const LongPath: Story = { args: { path: `/${'very-long-segment-'.repeat(12)}` } };
