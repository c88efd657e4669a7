import type { Meta, StoryObj } from '@storybook/react-vite';
import { Steps, type Step } from './Steps.tsx';

const way = ['下单', '付款', '发货', '签收'];
const upTo = (done: number, isClosed = false): Step[] =>
  way.map((label, index) => ({
    id: label,
    label,
    state: index < done ? 'done' : isClosed ? 'skipped' : index === done ? 'current' : 'todo',
    ...(index < done ? { note: `15:0${index}:12` } : {}),
  }));

const meta = {
  title: 'ui/Steps',
  tags: ['autodocs'],
  component: Steps,
  args: { label: '订单进度', steps: upTo(2) },
} satisfies Meta<typeof Steps>;
export default meta;
type Story = StoryObj<typeof meta>;

export const UnderWay: Story = {};
export const NothingDone: Story = { args: { steps: upTo(0) } };
export const AllDone: Story = { args: { steps: upTo(4) } };
export const EndedEarly: Story = { args: { steps: upTo(1, true) } };
export const Narrow: Story = {
  decorators: [
    (Story) => (
      <div style={{ width: 420 }}>
        <Story />
      </div>
    ),
  ],
};
