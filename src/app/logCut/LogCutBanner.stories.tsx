import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { LogCutBanner } from './LogCutBanner.tsx';

const cut = {
  position: 8_432,
  first_lost: 8_400,
  last_lost: 9_578,
  lost_from: '2026-11-24T14:02:11.000+08:00',
  lost_until: '2026-11-24T14:05:40.000+08:00',
  found_at: '2026-11-24T14:06:02.000+08:00',
  lifts: [
    { id: 1, tag: 'YC-0001' },
    { id: 2, tag: 'YC-0002' },
  ],
};

const meta = {
  title: 'app/LogCutBanner',
  component: LogCutBanner,
  parameters: { layout: 'fullscreen' },
  args: { cuts: [cut], onConfirm: fn(() => Promise.resolve()) },
} satisfies Meta<typeof LogCutBanner>;
export default meta;
type Story = StoryObj<typeof meta>;

const openIt = async (canvasElement: HTMLElement) => {
  await userEvent.click(within(canvasElement).getByRole('button', { name: '查看与确认' }));
  return within(await within(canvasElement.ownerDocument.body).findByRole('dialog'));
};

/** It stands on every page of an administrator until somebody confirms it, with how it was checked. */
export const Standing: Story = {
  play: async ({ canvasElement, args }) => {
    await expect(
      within(canvasElement).getByText('数据库切换到了落后的备机，2026-11-24 14:02:11 至 14:05:40 的记录已丢失。'),
    ).toBeVisible();
    const dialog = await openIt(canvasElement);
    // It fades in.
    await waitFor(() =>
      expect(dialog.getByText('第 8400–9578 个事件 · 2026-11-24 14:02:11 至 14:05:40')).toBeVisible(),
    );
    await expect(dialog.getByText(/涉及电梯 YC-0001、YC-0002：设备未收到回执的报警会重发/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: '已核对，确认' }));
    await expect(args.onConfirm).not.toHaveBeenCalled();
    await userEvent.type(dialog.getByRole('textbox'), '已与电话记录核对');
    await userEvent.click(dialog.getByRole('button', { name: '已核对，确认' }));
    await expect(args.onConfirm).toHaveBeenCalledWith(cut, '已与电话记录核对');
  },
};

/** With its details open. */
export const Opened: Story = {
  play: async ({ canvasElement }) => {
    await openIt(canvasElement);
  },
};

/** Nothing noted which lifts they were, and an earlier one waits too. */
export const LiftsUnknown: Story = { args: { cuts: [{ ...cut, lifts: [] }, cut] } };

/** The confirmation was refused: the dialog stays, with what was written. */
export const Refused: Story = {
  args: { onConfirm: fn(() => Promise.reject(new Error('您没有权限确认，请联系系统管理员'))) },
  play: async ({ canvasElement }) => {
    const dialog = await openIt(canvasElement);
    await userEvent.type(dialog.getByRole('textbox'), '已核对');
    await userEvent.click(dialog.getByRole('button', { name: '已核对，确认' }));
    await expect(await dialog.findByRole('alert')).toHaveTextContent('您没有权限确认');
    await expect(dialog.getByRole('textbox')).toHaveValue('已核对');
  },
};

/** Everything is confirmed: nothing is shown. */
export const None: Story = { args: { cuts: [] } };
