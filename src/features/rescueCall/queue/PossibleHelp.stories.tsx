import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import type { QuarantineRow } from '../../../contract/entities/alarmRecord.ts';
import { PossibleHelp } from './PossibleHelp.tsx';
import './queue.css';

const ofLift: QuarantineRow = {
  id: 2, topic: 'lift/COL000118/event', reason: 'at：时间格式不正确', could_be_help: true, payload: '{"id":"e-77","at":"昨天","kind":"trapped"}', repeat_num: 4,
  elevator_id: 118, tag: 'YC-0118', addr: '1 幢 2 单元 2 号梯', community_name: '凌云科创园', sos_tel: '0500-8600118',
  created_at: '2026-11-21T13:02:10.000+08:00', updated_at: '2026-11-21T13:05:44.000+08:00',
};
const ofUnknown: QuarantineRow = {
  ...ofLift, id: 1, topic: 'lift/COL999999/event', reason: '设备未登记或未绑定电梯', payload: '{"id":"e-1","at":"2026-11-21T12:40:00+08:00","kind":"SOS"}', repeat_num: 1,
  elevator_id: null, tag: '', addr: '', community_name: '', sos_tel: '', created_at: '2026-11-21T12:40:01.000+08:00', updated_at: '2026-11-21T12:40:01.000+08:00',
};

const meta = { title: 'features/rescueCall/PossibleHelp', component: PossibleHelp, args: { messages: [ofLift, ofUnknown] } } satisfies Meta<typeof PossibleHelp>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {};

/** Where it came from, what it said, and whom to ring. */
export const Open: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /2 条疑似求救/ }));
    await expect(await screen.findByRole('link', { name: '0500-8600118' })).toHaveAttribute('href', 'tel:0500-8600118');
    await expect(screen.getByText('未知设备')).toBeInTheDocument();
    await expect(screen.getByText(/共收到 4 次/)).toBeInTheDocument();
  },
};
