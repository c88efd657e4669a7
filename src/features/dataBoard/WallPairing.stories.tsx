import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, userEvent, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { WallPairing } from './WallPairing.tsx';

const meta = {
  title: 'features/DataBoard/WallPairing',
  component: WallPairing,
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
  args: {
    message: null,
    onRedeem: fn(() =>
      Promise.reject(new CallError('refused', '配对码不正确、已使用或已过期，请管理员重新生成', 1001)),
    ),
  },
} satisfies Meta<typeof WallPairing>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unpaired: Story = {};
export const PairingEnded: Story = { args: { message: '此大屏的配对已失效，请输入管理员生成的新配对码' } };
export const WrongCode: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByRole('textbox', { name: '配对码' }), '1234 5678');
    await userEvent.click(canvas.getByRole('button', { name: /配对并打开/ }));
    await expect(args.onRedeem).toHaveBeenCalledWith('12345678');
    await expect(await canvas.findByText(/配对码不正确/)).toBeVisible();
  },
};
