import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { Button } from '../Button/Button.tsx';
import { Row } from '../stories/Row.tsx';
import { createToasts, type ToastTone } from './createToasts.ts';
import { ToastHost } from './ToastHost.tsx';
import { useToast } from './useToast.ts';

function Notifying() {
  const notify = useToast();
  return (
    <Row>
      <Button onClick={() => notify({ tone: 'error', message: '账号或密码错误' })}>服务器错误</Button>
      <Button onClick={() => notify({ tone: 'success', message: '复制成功' })}>复制</Button>
    </Row>
  );
}

const meta: Meta = {
  title: 'ui/Toast',
  tags: ['autodocs'],
  parameters: { docs: { story: { inline: false, height: '520px' } } },
};
export default meta;
type Story = StoryObj;

export const ServerErrorStandsOneSecond: Story = {
  render: () => <Notifying />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '服务器错误' }));
    const shownAt = performance.now();
    await expect(await screen.findByText('账号或密码错误')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('账号或密码错误')).toBeNull(), { timeout: 3000 });
    await expect(performance.now() - shownAt).toBeGreaterThan(900);
  },
};

/** Over the header, where it covers nothing of a call; only an error stands in the centre. */
export const WhatWasDoneStandsAtTheTop: Story = {
  render: () => <Notifying />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '复制' }));
    const { top, bottom } = (await screen.findByText('复制成功')).getBoundingClientRect();
    await expect(top).toBeGreaterThanOrEqual(0);
    await expect(bottom).toBeLessThanOrEqual(48);
  },
};

const tones: readonly (readonly [ToastTone, string])[] = [
  ['error', '账号或密码错误'],
  ['warning', '声音被浏览器拦截，请点击页面'],
  ['success', '复制成功'],
  ['info', '已恢复连接'],
];
const standing = createToasts();
for (const [tone, message] of tones) standing.notify({ tone, message, durationMs: 2_000_000_000 });

export const Tones: Story = { render: () => <ToastHost notifier={standing} /> };
