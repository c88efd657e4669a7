import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { AlarmVolumeDialog } from './AlarmVolumeDialog.tsx';

const meta = {
  title: 'features/Account/AlarmVolumeDialog',
  component: AlarmVolumeDialog,
  args: {
    volumePercent: 30,
    isArmed: true,
    isTesting: false,
    notice: { permission: 'default', onAsk: fn() },
    onChange: fn(),
    onTest: fn(),
    onClose: fn(),
  },
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

/** Asks the browser only when the user clicks. */
export const DesktopNoticeOffered: Story = {
  play: async ({ args }) => {
    await expect(args.notice.onAsk).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole('button', { name: '开启桌面通知' }));
    await expect(args.notice.onAsk).toHaveBeenCalledOnce();
  },
};
export const DesktopNoticeGranted: Story = { args: { notice: { permission: 'granted', onAsk: fn() } } };
export const DesktopNoticeDenied: Story = { args: { notice: { permission: 'denied', onAsk: fn() } } };
/** A page without HTTPS: the browser offers none, and the dialog says so. */
export const DesktopNoticeUnavailable: Story = {
  args: { notice: { permission: 'unavailable', onAsk: fn() } },
  play: async () => {
    await waitFor(() => expect(screen.getByText(/不提供桌面通知/)).toBeVisible());
    await expect(screen.queryByRole('button', { name: '开启桌面通知' })).toBeNull();
  },
};
