import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import * as z from 'zod';
import type { CabinState } from '../../contract/endpoints/cabin.ts';
import { toWireTime } from '../../contract/time.ts';
import { Cabin } from './Cabin.tsx';
import { cabinFixture, cabinNowMs } from './cabin.fixtures.ts';
import { CabinPairing } from './CabinPairing.tsx';

const viewOf = (more: Partial<CabinState> = {}, lostSinceMs: number | null = null) => ({
  state: { ...cabinFixture, ...more },
  nowMs: cabinNowMs,
  lostSinceMs,
});
const longNotice = {
  id: 1,
  title: '关于翠湖花园北区一至十二幢全部住宅电梯更换曳引钢丝绳、限速器和制动器期间分批停止使用的公告',
  content: '因更换曳引钢丝绳，电梯将停止使用一天，请改乘其他电梯。'.repeat(12),
  kind: 'outage' as const,
  until: toWireTime(cabinNowMs + 86_400_000),
  is_new: false,
};

/** The size of a car's screen, in px; the window's own without it. */
const screenSchema = z.looseObject({ screen: z.object({ width: z.number(), height: z.number() }).optional() });

const meta = {
  title: 'features/Cabin',
  component: Cabin,
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story, { parameters }) => {
      const { screen } = screenSchema.parse(parameters);
      return screen === undefined ? (
        <Story />
      ) : (
        <div style={{ inlineSize: screen.width, overflow: 'hidden' }}>
          <style>{`.ti-cabin-frame { block-size: ${screen.height}px }`}</style>
          <Story />
        </div>
      );
    },
  ],
  args: { view: viewOf(), onSeen: fn() },
} satisfies Meta<typeof Cabin>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Everything is on the screen: nothing is scrolled to, in a car. */
const fits = async ({ canvasElement }: { canvasElement: HTMLElement }): Promise<void> => {
  const page = within(canvasElement).getByRole('main');
  await expect(page.scrollHeight).toBeLessThanOrEqual(page.clientHeight);
  await expect(page.scrollWidth).toBeLessThanOrEqual(page.clientWidth);
};

const screenOf = (width: number, height: number): Story => ({
  args: { view: viewOf({ notices: [longNotice, ...cabinFixture.notices] }) },
  parameters: { screen: { width, height } },
  play: fits,
});
export const Portrait: Story = screenOf(1_080, 1_920);
export const Landscape: Story = screenOf(1_920, 1_080);
export const LandscapeSmall: Story = screenOf(1_024, 600);
export const PortraitSmall: Story = screenOf(600, 1_024);
export const Small: Story = screenOf(800, 1_280);

export const Usual: Story = {
  play: async (context) => {
    const canvas = within(context.canvasElement);
    await expect(canvas.getByRole('heading', { name: 'YC-0005' })).toBeVisible();
    await expect(canvas.getByText('102938')).toBeVisible();
    await expect(canvas.getByText('96333')).toBeVisible();
    await expect(canvas.getByText(cabinFixture.codes[0]?.code ?? '')).toBeVisible();
    await expect(canvas.getByText('3 秒后更新')).toBeVisible();
    await fits(context);
  },
};
/** A notice that is seen for the first time is said to be shown. */
export const NewNotice: Story = {
  args: { view: viewOf({ notices: cabinFixture.notices.slice(0, 1) }) },
  play: async ({ args }) => {
    await expect(args.onSeen).toHaveBeenCalledWith(12);
  },
};
export const NoNotice: Story = {
  args: { view: viewOf({ notices: [] }) },
  play: async (context) => {
    const words = within(context.canvasElement).getByText('暂无公告').getBoundingClientRect();
    const frame = within(context.canvasElement).getByRole('region', { name: '公告' }).getBoundingClientRect();
    // In the middle of the frame.
    await expect(Math.abs(words.top + words.bottom - frame.top - frame.bottom)).toBeLessThan(8);
    await fits(context);
  },
};
export const Outage: Story = {
  args: {
    view: viewOf({
      outage: {
        is_active: true,
        from: toWireTime(cabinNowMs - 3_600_000),
        to: toWireTime(cabinNowMs + 7_200_000),
        reason: '更换曳引钢丝绳',
      },
    }),
  },
  play: fits,
};
export const LongWords: Story = {
  args: {
    view: viewOf({
      notices: [longNotice],
      community_name: '云川市高新技术产业开发区科学城东路云锦国际商务中心（二期）',
      maintenance_name: '云川市高新技术产业开发区平安电梯工程与维护保养有限责任公司',
    }),
  },
  play: fits,
};
/** The server is away: what is known stays, and no old code is shown. */
export const Lost: Story = {
  args: {
    view: { ...viewOf({}, cabinNowMs - 5_000), nowMs: cabinNowMs + 120_000 },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(/无法连接服务器/)).toBeVisible();
    await expect(canvas.getByText('联网后恢复')).toBeVisible();
    await expect(canvas.getByText('102938')).toBeVisible();
  },
};
export const Connecting: Story = { args: { view: { state: null, nowMs: cabinNowMs, lostSinceMs: null } } };
export const Pairing: Story = {
  render: () => (
    <CabinPairing message="此大屏的配对已失效，请输入管理员生成的新配对码" onRedeem={() => Promise.resolve()} />
  ),
};
