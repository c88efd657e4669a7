import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { fixtureNowMs, fixtureTime } from '../../contract/fixtures/rescueFixtures.ts';
import { ready } from '../../streams/loading/loadState.ts';
import { PairDisplayDialog } from './PairDisplayDialog.tsx';

const day = 86_400_000;
const walls = [
  {
    id: 1,
    name: '指挥中心主屏',
    paired_at: fixtureTime(40 * day),
    paired_by: '苏培',
    last_seen_at: fixtureTime(20_000),
    elevator_tag: null,
  },
  {
    id: 2,
    name: '东湖区值班室（二楼走廊尽头的大屏，名称很长很长很长）',
    paired_at: fixtureTime(3 * day),
    paired_by: '关立',
    last_seen_at: fixtureTime(2 * 3_600_000),
    elevator_tag: null,
  },
  { id: 3, name: '会议室', paired_at: fixtureTime(120_000), paired_by: '关立', last_seen_at: null, elevator_tag: null },
];

const meta = {
  title: 'parts/PairDisplayDialog',
  component: PairDisplayDialog,
  args: {
    walls: ready(walls),
    nowMs: fixtureNowMs,
    address: 'https://lift.example.cn/data-board',
    onPair: fn(() => Promise.resolve({ code: '12345678', expires_at: fixtureTime(-600_000) })),
    onRevoke: fn(() => Promise.resolve()),
    onClose: fn(),
  },
} satisfies Meta<typeof PairDisplayDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

const page = () => within(document.body);

/** The displays that look at this city, since when, and by whose hand; a new one gets a code. */
export const Walls: Story = {
  play: async ({ args }) => {
    await waitFor(() => expect(page().getByText('苏培 2026-10-12 18:42 配对')).toBeVisible());
    await expect(page().getByText('2 小时前在线')).toBeVisible();
    await userEvent.type(page().getByRole('textbox', { name: '大屏名称' }), '南浦分中心');
    await userEvent.click(page().getByRole('button', { name: '生成配对码' }));
    await expect(args.onPair).toHaveBeenCalledWith('南浦分中心');
    await expect(await page().findByText('1234 5678')).toBeVisible();
    await expect(page().getByText('https://lift.example.cn/data-board')).toBeVisible();
  },
};

/** Under the server's own address the display would find nothing: the dialog says so. */
export const OwnMachine: Story = {
  args: { address: 'http://127.0.0.1:8080/data-board' },
  play: async () => {
    await userEvent.click(await page().findByRole('button', { name: '生成配对码' }));
    await waitFor(() => expect(page().getByText(/这是本机地址/)).toBeVisible());
  },
};

/** No one revokes a wall by mistake: the question names it. */
export const Revoking: Story = {
  play: async ({ args }) => {
    await userEvent.click(await page().findByRole('button', { name: '撤销 会议室' }));
    const asked = within(await page().findByRole('dialog', { name: '撤销大屏' }));
    await waitFor(() => expect(asked.getByText('会议室')).toBeVisible());
    await expect(args.onRevoke).not.toHaveBeenCalled();
    await userEvent.click(asked.getByRole('button', { name: '撤销' }));
    await expect(args.onRevoke).toHaveBeenCalledWith(3);
    await waitFor(() => expect(page().queryByRole('dialog', { name: '撤销大屏' })).toBeNull());
  },
};

export const RevokeFailed: Story = {
  args: { onRevoke: fn(() => Promise.reject(new CallError('offline', '网络连接失败，请检查网络后重试', 0))) },
  play: async () => {
    await userEvent.click(await page().findByRole('button', { name: '撤销 会议室' }));
    const asked = within(await page().findByRole('dialog', { name: '撤销大屏' }));
    await userEvent.click(asked.getByRole('button', { name: '撤销' }));
    await expect(await asked.findByText('网络连接失败，请检查网络后重试')).toBeVisible();
  },
};

export const NoWalls: Story = { args: { walls: ready([]) } };
export const Loading: Story = { args: { walls: { kind: 'loading' } } };
export const Failed: Story = {
  args: { walls: { kind: 'failed', failure: 'offline', message: '网络连接失败，请检查网络后重试' } },
};
export const MayPairOnly: Story = { args: { walls: null } };
