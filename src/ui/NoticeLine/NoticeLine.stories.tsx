import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../Button/Button.tsx';
import { NoticeLine } from './NoticeLine.tsx';

const meta: Meta<typeof NoticeLine> = {
  title: 'ui/NoticeLine',
  tags: ['autodocs'],
  component: NoticeLine,
  args: { text: '记录从 2026-11-22 开始，之前的日子没有数据。' },
};
export default meta;
type Story = StoryObj<typeof NoticeLine>;

export const Default: Story = {};
export const Problem: Story = { args: { text: '链接中的时间“2026-13”无法识别，已改为本月', isProblem: true } };
export const WithAction: Story = { args: { children: <Button size="small">改看今年</Button> } };
