import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { fn, userEvent, within, expect, waitFor } from 'storybook/test';
import { HeaderTabs } from '../HeaderTabs/HeaderTabs.tsx';
import { PageTabs } from '../PageTabs/PageTabs.tsx';
import { Drawer } from './Drawer.tsx';

const onOpen = fn();
const onClose = fn();
const onCloseOthers = fn();

function Navigation() {
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateRows: '48px 1fr',
        height: 'calc(100vh - 32px)',
        border: '1px solid var(--line)',
      }}
    >
      <header style={{ display: 'flex', borderBottom: '1px solid var(--line)', background: 'var(--bg-1)' }}>
        <HeaderTabs
          tabs={[
            { id: 'home', label: '数据概览', to: '/', isActive: false, icon: 'home' },
            { id: 'base', label: '基础数据', to: '/base', isActive: false, icon: 'database' },
            { id: 'alarm', label: '报警中心', to: '/alarm', isActive: true, icon: 'bell', count: 3 },
            { id: 'wall', label: '数据大屏', to: '/wall', isActive: false, icon: 'desktop', opensNewTab: true },
          ]}
        />
      </header>
      <div style={{ display: 'flex', minHeight: 0 }}>
        <Drawer
          title="报警中心"
          groups={[
            {
              id: 'rescue',
              label: '救援',
              items: [
                { id: 'call', label: '救援呼叫', to: '/alarm', isActive: true, icon: 'phone', count: 3 },
                { id: 'history', label: '救援历史', to: '/alarm/history', isActive: false, icon: 'history' },
              ],
            },
            {
              id: 'faults',
              label: '故障',
              items: [
                { id: 'fault', label: '待处理故障', to: '/alarm/fault', isActive: false, icon: 'wrench' },
                { id: 'long', label: '名称特别长而需要换行显示的一个菜单项', to: '/alarm/long', isActive: false },
              ],
            },
          ]}
        />
        <div style={{ padding: 12 }}>
          <PageTabs
            onOpen={onOpen}
            onClose={onClose}
            onCloseOthers={onCloseOthers}
            tabs={[
              { id: '/', label: '数据概览', to: '/', isActive: false, isClosable: false },
              { id: '/alarm', label: '救援呼叫', to: '/alarm', isActive: true },
              { id: '/alarm/history', label: '救援历史', to: '/alarm/history', isActive: false },
            ]}
          />
        </div>
      </div>
    </div>
  );
}

const meta: Meta = {
  title: 'ui/Navigation',
  tags: ['autodocs'],
  parameters: { docs: { story: { inline: false, height: '520px' } } },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
};
export default meta;
type Story = StoryObj;

export const Default: Story = {
  render: () => <Navigation />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    // In a narrow window it is a rail.
    const widthPx = window.innerWidth <= 1366 ? 76 : 225;
    await expect(canvas.getByRole('navigation', { name: '报警中心' }).getBoundingClientRect().width).toBe(widthPx);
    await userEvent.click(canvas.getByRole('button', { name: '关闭救援历史' }));
    await expect(onClose).toHaveBeenCalledWith('/alarm/history');
  },
};

/** More pages than fit were visited: the open one is in sight. */
export const ManyPages: Story = {
  render: () => (
    <div style={{ width: 400 }}>
      <PageTabs
        onOpen={onOpen}
        onClose={onClose}
        onCloseOthers={onCloseOthers}
        tabs={['区域管理', '品牌信息', '小区管理', '电梯管理', '视频管理', '维保单位'].map((label, index, all) => ({
          id: label,
          label,
          to: `/${index}`,
          isActive: index === all.length - 1,
        }))}
      />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await waitFor(() => expect(canvas.getByRole('button', { name: '向右查看标签' })).toBeDisabled());
    await expect(canvas.getByRole('button', { name: '向左查看标签' })).toBeEnabled();
    const strip = canvas.getByRole('navigation', { name: '已打开的页面' }).getBoundingClientRect();
    const open = canvas.getByRole('button', { name: '关闭维保单位' }).getBoundingClientRect();
    await expect(open.right).toBeLessThanOrEqual(strip.right);
    await userEvent.pointer({ keys: '[MouseMiddle]', target: canvas.getByRole('link', { name: '视频管理' }) });
    await expect(onClose).toHaveBeenLastCalledWith('视频管理');
    await userEvent.click(canvas.getByRole('button', { name: '全部标签，共 6 个' }));
    await userEvent.click(canvas.getByRole('menuitem', { name: '区域管理' }));
    await expect(onOpen).toHaveBeenLastCalledWith('区域管理');
    await userEvent.click(canvas.getByRole('button', { name: '全部标签，共 6 个' }));
    await userEvent.click(canvas.getByRole('menuitem', { name: '关闭其他标签' }));
    await expect(onCloseOthers).toHaveBeenCalled();
  },
};
