import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect, fn, userEvent, within } from 'storybook/test';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { brokenNavigation, fixtureNowMs, storyNavigation, storyNoticesReady, storyUser } from './layout.fixtures.ts';
import { LogCutBanner } from '../logCut/LogCutBanner.tsx';
import { memoryStorage } from '../session/memoryStorage.ts';
import { createVisitedPages } from '../visited/createVisitedPages.ts';
import { MainLayout } from './MainLayout.tsx';
import { VisitedTabs } from './VisitedTabs.tsx';

const meta = {
  title: 'app/MainLayout',
  component: MainLayout,
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
  args: {
    path: '/alarm-center',
    navigation: storyNavigation,
    hasMenuFailed: false,
    user: storyUser,
    health: { state: 'live', lostSinceMs: null },
    localNowMs: fixtureNowMs,
    notices: { state: storyNoticesReady, onRead: fn(), onOpen: fn(), onAll: fn() },
    sound: { isArmed: true, volumePercent: 30, onArm: fn(), onOpenVolume: fn() },
    counts: {},
    actions: { onPersonalInfo: fn(), onChangePassword: fn(), onVolume: fn(), onLogout: fn() },
    isLeaving: false,
    onSignInAgain: fn(),
    onReconnect: fn(),
    onInvalidLink: fn(),
    onNearLink: fn(),
    onPressLink: fn(),
    children: (
      <>
        <PageHeader title="救援呼叫中心" />
        <br />
        <Panel>
          <EmptyState icon="check-circle" title="页面内容" hint="各页面在此处显示。" />
        </Panel>
      </>
    ),
  },
} satisfies Meta<typeof MainLayout>;
export default meta;
type Story = StoryObj<typeof meta>;

export const LinkLive: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText('数据实时')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: /用户菜单/ }));
    await userEvent.click(await canvas.findByRole('menuitem', { name: '退出登录' }));
    await expect(args.actions.onLogout).toHaveBeenCalledOnce();
  },
};

/** Under the pointer, and under the focus of the keyboard, an entry says which page is likely to be opened next. */
export const NearAnEntry: Story = {
  play: async ({ canvasElement, args }) => {
    const menu = within(within(canvasElement).getByRole('navigation', { name: '报警中心' }));
    const entry = menu.getByRole('link', { name: '救援历史记录' });
    await userEvent.hover(entry);
    await expect(args.onNearLink).toHaveBeenLastCalledWith('/alarm-center/rescue-call-history');
    await expect(args.onPressLink).not.toHaveBeenCalled();
    await userEvent.pointer({ keys: '[MouseLeft>]', target: entry });
    await expect(args.onPressLink).toHaveBeenCalledOnce();
    await expect(args.onPressLink).toHaveBeenCalledWith('/alarm-center/rescue-call-history');
    await userEvent.pointer('[/MouseLeft]');
    await userEvent.tab({ shift: true });
    await expect(args.onNearLink).toHaveBeenLastCalledWith('/alarm-center');
  },
};

const visited = createVisitedPages(memoryStorage(), () => 1);
visited.visit('/', '');
visited.visit('/alarm-center', '?id=318');
visited.visit('/alarm-center/rescue-call-history', '?page=3&status=2');

/** The pages of the session, each as it was left; the open one stands out. */
export const VisitedPages: Story = {
  args: { strip: <VisitedTabs path="/alarm-center" visited={visited} can={() => true} /> },
  play: async ({ canvasElement }) => {
    const tabs = within(within(canvasElement).getByRole('navigation', { name: '已打开的页面' }));
    await expect(tabs.getByRole('link', { name: '救援历史' })).toHaveAttribute(
      'href',
      '/alarm-center/rescue-call-history?page=3&status=2',
    );
    await expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent('救援呼叫');
    await userEvent.click(tabs.getByRole('button', { name: '关闭数据概览' }));
    await expect(tabs.queryByRole('link', { name: '数据概览' })).toBeNull();
  },
};

/** On an overview there is no drawer. */
export const Overview: Story = { args: { path: '/' } };

/** DataBoard has neither header nor drawer. */
export const DataBoard: Story = { args: { path: '/data-board' } };

export const CallsWaiting: Story = { args: { counts: { RescueCall: 3 } } };

/** Nothing has come for 12 s: loud, across the page, with what to do. */
export const LinkStale: Story = {
  args: { health: { state: 'stale', lostSinceMs: fixtureNowMs - 25_000 } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('alert')).toHaveTextContent('实时连接已中断 25 秒（自 18:42:05）');
  },
};

const bottom = (element: HTMLElement): number => element.getBoundingClientRect().bottom;

/** A fail-over of the database lost a part of the record, and the link is lost: each takes one line. */
export const TwoBanners: Story = {
  args: {
    health: { state: 'stale', lostSinceMs: fixtureNowMs - 25_000 },
    standing: (
      <LogCutBanner
        cuts={[
          {
            position: 8,
            first_lost: 3,
            last_lost: 7,
            lost_from: '2026-11-24T14:02:11.000+08:00',
            lost_until: '2026-11-24T14:05:40.000+08:00',
            found_at: '2026-11-24T14:06:02.000+08:00',
            lifts: [],
          },
        ]}
        onConfirm={fn(() => Promise.resolve())}
      />
    ),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const [link, cut, page] = [canvas.getByRole('alert'), canvas.getByText(/记录已丢失/), canvas.getByRole('main')];
    await expect(bottom(cut)).toBeGreaterThan(bottom(link));
    await expect(page.getBoundingClientRect().top).toBeGreaterThan(bottom(cut));
  },
};

/** The banner takes one line from a page that fills the window, and pushes nothing off the screen. */
export const LinkStaleOverAFullPage: Story = {
  args: {
    health: { state: 'stale', lostSinceMs: fixtureNowMs - 25_000 },
    children: <div style={{ height: 'var(--page-height)', border: '1px solid' }}>充满窗口的页面</div>,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toBeVisible();
    const { bottom } = canvas.getByText('充满窗口的页面').getBoundingClientRect();
    await expect(bottom).toBeLessThanOrEqual(window.innerHeight);
    await expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(window.innerHeight);
  },
};

/** The socket says that it is live, but no synthetic call has come: the header says so, the page stays calm. */
export const LinkUntested: Story = {
  args: { health: { state: 'live', lostSinceMs: null, isUntested: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('本页 60 秒未收到链路自检')).toBeVisible();
    await expect(canvas.queryByRole('alert')).toBeNull();
  },
};

/** A blip: the header says so, the page stays calm. */
export const LinkBlip: Story = { args: { health: { state: 'waiting', lostSinceMs: fixtureNowMs - 2_000 } } };

export const LinkRefused: Story = {
  args: { health: { state: 'refused', lostSinceMs: fixtureNowMs - 3_000 } },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '重新登录' }));
    await expect(args.onSignInAgain).toHaveBeenCalledOnce();
  },
};

export const LinkCrowdedOut: Story = {
  args: { health: { state: 'refused', lostSinceMs: fixtureNowMs - 3_000, isCrowdedOut: true } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('已让给较新的页面');
    await userEvent.click(canvas.getByRole('button', { name: '重新连接' }));
    await expect(args.onReconnect).toHaveBeenCalledOnce();
  },
};
/** While the page loads nothing has been lost yet. */
export const Connecting: Story = {
  args: { health: { state: 'connecting', lostSinceMs: fixtureNowMs - 300, isFirst: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('正在连接…')).toBeVisible();
    await expect(canvas.queryByText(/连接中断/)).not.toBeInTheDocument();
  },
};

/** A console that cannot be heard says so, with one click to arm it. */
export const SoundBlocked: Story = {
  args: { sound: { isArmed: false, volumePercent: 30, onArm: fn(), onOpenVolume: fn() } },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '报警声音未开启，点击开启' }));
    await expect(args.sound?.onArm).toHaveBeenCalledOnce();
  },
};

export const Muted: Story = { args: { sound: { isArmed: true, volumePercent: 0, onArm: fn(), onOpenVolume: fn() } } };

export const NoticesOpen: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /^通知/ }));
    await expect(await canvas.findByText('已受理 · 李娜')).toBeVisible();
    await expect(canvas.getByText('1 项待处理')).toBeVisible();
    await userEvent.click(await canvas.findByRole('button', { name: '全部标为已读' }));
    await expect(args.notices.onRead).toHaveBeenCalledWith([3, 2]);
    await userEvent.click(canvas.getByRole('button', { name: '全部通知记录' }));
    await expect(args.notices.onAll).toHaveBeenCalled();
    await expect(canvas.queryByText('1 项待处理')).toBeNull();
  },
};

export const NoNotices: Story = {
  args: {
    notices: {
      state: { kind: 'ready', value: { list: [], open: 0 }, problem: null },
      onRead: fn(),
      onOpen: fn(),
      onAll: null,
    },
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '通知' }));
    // This user may not see the records.
    await expect(within(canvasElement).queryByRole('button', { name: '全部通知记录' })).toBeNull();
  },
};

/** A menu node whose route does not exist is refused with a reason. */
export const InvalidMenuLink: Story = {
  args: { navigation: brokenNavigation },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('link', { name: '旧版页面' }));
    await expect(args.onInvalidLink).toHaveBeenCalledOnce();
  },
};

export const MenuFailed: Story = { args: { navigation: [], hasMenuFailed: true } };

export const UserMenuOpen: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /用户菜单/ }));
  },
};

export const Leaving: Story = { args: { isLeaving: true } };
