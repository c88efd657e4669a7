import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { fixtureTime } from '../../contract/fixtures/rescueFixtures.ts';
import { loading, ready } from '../../streams/loading/loadState.ts';
import { WhyRang } from './WhyRang.tsx';
import { WhyRangButton } from './WhyRangButton.tsx';
import { whyRangFixture, whySilentFixture, whyTakenFixture } from './whyRang.fixtures.ts';

const meta = {
  title: 'parts/WhyRang',
  component: WhyRang,
  parameters: { layout: 'padded' },
} satisfies Meta<typeof WhyRang>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  args: { state: ready(whyRangFixture()) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(/安全底线：困人/)).toBeVisible();
    await expect(canvas.getByText('日志 48212')).toBeVisible();
    await expect(canvas.getByText('浏览器禁止发声')).toBeVisible();
    await expect(canvas.getByText('没有“接听救援呼叫”的权限')).toBeVisible();
  },
};
/** No one has answered yet, and one of two consoles connected later. */
export const StillRinging: Story = {
  args: {
    state: ready(
      whyRangFixture({
        rung: [
          {
            user_name: '张伟',
            console: 'Chrome（Windows）',
            signed_in_at: null,
            first_at: fixtureTime(20_000),
            until: null,
            sound: 'unknown',
            answered: false,
          },
        ],
        rung_num: 140,
      }),
    ),
  },
};
export const Silent: Story = { args: { state: ready(whySilentFixture()) } };
export const TakenWithTheReport: Story = {
  args: { state: ready(whyTakenFixture()) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText('未响铃')).toBeVisible();
    await expect(canvas.getByText('登记时已受理')).toBeVisible();
    await expect(canvas.queryByText(/响铃的值班台/)).toBeNull();
  },
};
export const RungByOrder: Story = {
  args: {
    state: ready({
      ...whySilentFixture(),
      decision: 'order',
      reason: '求救类报警由救援单响铃，报警本身不重复响铃：见救援单 318。',
      rescue_order_id: 318,
    }),
  },
};
/** For users who neither answer calls nor manage accounts. */
export const WithoutConsoles: Story = {
  args: {
    state: ready(
      whyRangFixture({
        rung: whyRangFixture().rung.map((one) => ({ ...one, console: '', signed_in_at: null })),
        not_rung: [],
      }),
    ),
  },
};
/** Older than the record of consoles. */
export const Past: Story = {
  args: { state: ready(whyRangFixture({ has_consoles: false, rung: [], rung_num: 0, not_rung: [], not_rung_num: 0 })) },
};
export const Loading: Story = { args: { state: loading } };
export const Failed: Story = { args: { state: { kind: 'failed', failure: 'failed', message: '网络连接已断开' } } };
export const InDialog: Story = {
  args: { state: loading },
  render: () => <WhyRangButton subject="救援单 318" load={() => Promise.resolve(whyRangFixture())} />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '为何响铃：救援单 318' }));
    const dialog = within(await screen.findByRole('dialog'));
    // The dialog comes into view gradually.
    await waitFor(() => expect(dialog.getByText('响铃的值班台（2）')).toBeVisible());
  },
};
