import type { Meta } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { PanelTabs } from './PanelTabs.tsx';

const tabs = [
  { id: 'facts', label: '基本信息' },
  { id: 'orders', label: '订单', count: 12 },
  { id: 'changes', label: '变更记录', count: 0 },
] as const;

function Parcel() {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('facts');
  return (
    <PanelTabs label="包裹资料" tabs={tabs} selected={selected} onSelect={setSelected}>
      <p>{`${selected} 的内容`}</p>
    </PanelTabs>
  );
}

const meta = { title: 'ui/PanelTabs', render: () => <Parcel /> } satisfies Meta;
export default meta;

export const ByMouse = {
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const panel = within(canvasElement);
    await userEvent.click(panel.getByRole('tab', { name: '订单 12' }));
    await expect(panel.getByRole('tabpanel', { name: '订单 12' })).toHaveTextContent('orders 的内容');
  },
};

/** The row is one stop of the Tab key; arrows go around both ends, Home and End to the first and the last. */
export const ByKeyboard = {
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const panel = within(canvasElement);
    const isAt = async (name: string) => {
      const tab = panel.getByRole('tab', { name });
      await expect(tab).toHaveFocus();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expect(panel.getByRole('tabpanel', { name })).toBeVisible();
    };
    await userEvent.tab();
    await isAt('基本信息');
    await userEvent.keyboard('{ArrowRight}');
    await isAt('订单 12');
    await userEvent.keyboard('{End}');
    await isAt('变更记录 0');
    await userEvent.keyboard('{ArrowRight}');
    await isAt('基本信息');
    await userEvent.keyboard('{ArrowLeft}');
    await isAt('变更记录 0');
    await userEvent.keyboard('{Home}');
    await isAt('基本信息');
    await userEvent.tab();
    await expect(canvasElement.contains(document.activeElement)).toBe(false);
  },
};
