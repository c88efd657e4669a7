import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { AlarmVolumeDialog } from './AlarmVolumeDialog.tsx';

const meta = {
  title: 'features/Account/AlarmVolumeDialog',
  component: AlarmVolumeDialog,
  args: { volumePercent: 30, isArmed: true, isTesting: false, onChange: fn(), onTest: fn(), onClose: fn() },
} satisfies Meta<typeof AlarmVolumeDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Armed: Story = {
  play: async ({ args }) => {
    await userEvent.click(await screen.findByRole('button', { name: '试听' }));
    await expect(args.onTest).toHaveBeenCalledOnce();
  },
};
export const Testing: Story = { args: { isTesting: true, volumePercent: 70 } };
export const Muted: Story = { args: { volumePercent: 0 } };
export const Blocked: Story = { args: { isArmed: false } };
