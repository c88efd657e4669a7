import type { Meta, StoryObj } from '@storybook/react-vite';
import { Row } from '../stories/Row.tsx';
import { StatusTag } from './StatusTag.tsx';

const meta: Meta<typeof StatusTag> = { title: 'ui/StatusTag', tags: ['autodocs'], component: StatusTag };
export default meta;
type Story = StoryObj<typeof StatusTag>;

export const Tones: Story = {
  render: () => (
    <Row>
      <StatusTag label="待处理" />
      <StatusTag tone="ok" label="正常运行" />
      <StatusTag tone="info" label="处理中" icon="spinner-dotted" />
      <StatusTag tone="medium" label="即将超时" />
      <StatusTag tone="high" label="故障" />
      <StatusTag tone="critical" label="困人" />
      <StatusTag tone="offline" label="离线" />
    </Row>
  ),
};

export const Pulsing: Story = { args: { tone: 'critical', label: '无人受理', isPulsing: true } };

export const LongLabel: Story = {
  args: { tone: 'high', label: '门区外停梯且开门超过规定时间，需要维保人员到场检查' },
  render: (args) => (
    <div style={{ width: 160 }}>
      <StatusTag {...args} />
    </div>
  ),
};
