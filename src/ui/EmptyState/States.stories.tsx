import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../Button/Button.tsx';
import { DeniedState } from '../DeniedState/DeniedState.tsx';
import { ErrorState } from '../ErrorState/ErrorState.tsx';
import { LoadingOverlay } from '../LoadingOverlay/LoadingOverlay.tsx';
import { StaleBadge } from '../StaleBadge/StaleBadge.tsx';
import { storyNowMs } from '../stories/nowMs.ts';
import { Row } from '../stories/Row.tsx';
import { EmptyState } from './EmptyState.tsx';

const meta: Meta = { title: 'ui/States', tags: ['autodocs'] };
export default meta;
type Story = StoryObj;

export const Empty: Story = {
  render: () => (
    <EmptyState title="暂无包裹记录" hint="新的包裹寄出后会出现在这里。" action={<Button icon="plus">新建</Button>} />
  ),
};
export const Failed: Story = {
  render: () => (
    <ErrorState message="服务器繁忙，请稍后重试；如果仍然失败，请联系系统管理员。" onRetry={() => undefined} />
  ),
};
export const Retrying: Story = {
  render: () => <ErrorState message="服务器繁忙，请稍后重试" onRetry={() => undefined} isRetrying />,
};
export const Offline: Story = {
  render: () => <ErrorState kind="offline" message="请检查网络连接，恢复后会自动刷新。" onRetry={() => undefined} />,
};
export const Denied: Story = { render: () => <DeniedState action={<Button>返回首页</Button>} /> };
export const Loading: Story = { render: () => <LoadingOverlay isShown text="登录中…" /> };

export const DataAge: Story = {
  render: () => (
    <Row gap={24}>
      <StaleBadge dataAtMs={storyNowMs - 2000} nowMs={storyNowMs} staleAfterMs={10_000} />
      <StaleBadge dataAtMs={storyNowMs - 95_000} nowMs={storyNowMs} staleAfterMs={10_000} advice="请检查网络" />
      <StaleBadge dataAtMs={null} nowMs={storyNowMs} staleAfterMs={10_000} />
    </Row>
  ),
};
