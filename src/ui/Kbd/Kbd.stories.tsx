import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../Button/Button.tsx';
import { Kbd } from './Kbd.tsx';

const meta = { title: 'ui/Kbd', tags: ['autodocs'], component: Kbd, args: { children: 'F9' } } satisfies Meta<
  typeof Kbd
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Alone: Story = {};
export const OnButtons: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 8 }}>
      <Button variant="primary">
        保存 <Kbd>Ctrl+Enter</Kbd>
      </Button>
      <Button>
        取消 <Kbd>Esc</Kbd>
      </Button>
    </div>
  ),
};
