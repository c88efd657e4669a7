import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../Button/Button.tsx';
import { DescriptionList } from '../DescriptionList/DescriptionList.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { PageHeader } from '../PageHeader/PageHeader.tsx';
import { StaleBadge } from '../StaleBadge/StaleBadge.tsx';
import { storyNowMs } from '../stories/nowMs.ts';
import { Panel } from './Panel.tsx';

const meta: Meta<typeof Panel> = { title: 'ui/Panel', tags: ['autodocs'], component: Panel };
export default meta;
type Story = StoryObj<typeof Panel>;

const body = (
  <DescriptionList
    columns={2}
    items={[
      { label: '收件人', value: '王芳' },
      { label: '联系电话', value: '138 0000 1234', dial: '138 0000 1234', copy: '13800001234' },
      { label: '地址', value: '滨江路 128 号', isWide: true },
    ]}
  />
);

export const Default: Story = { args: { title: '收件信息', icon: 'user', children: body } };
export const WithActions: Story = {
  args: { title: '收件信息', actions: <IconButton size="small" icon="pencil" label="编辑" />, children: body },
};
export const AsksForAPerson: Story = {
  args: { title: '地址有误', icon: 'exclamation-triangle', tone: 'high', children: body },
};
export const Critical: Story = { args: { title: '等待处理', tone: 'critical', children: body } };
export const WithoutTitle: Story = { args: { children: body } };

export const UnderAPageHeader: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader
        title="包裹详情"
        note={<StaleBadge dataAtMs={storyNowMs - 3000} nowMs={storyNowMs} staleAfterMs={10_000} />}
        actions={
          <>
            <Button>打印</Button>
            <Button variant="primary">签收</Button>
          </>
        }
      />
      <Panel title="收件信息">{body}</Panel>
    </div>
  ),
};
