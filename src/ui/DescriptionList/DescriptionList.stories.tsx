import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, spyOn, userEvent, within } from 'storybook/test';
import { StatusTag } from '../StatusTag/StatusTag.tsx';
import { DescriptionList } from './DescriptionList.tsx';

const meta: Meta<typeof DescriptionList> = {
  title: 'ui/DescriptionList',
  tags: ['autodocs'],
  component: DescriptionList,
  args: {
    columns: 2,
    items: [
      { label: '收件人', value: '王芳' },
      { label: '状态', value: <StatusTag tone="info" label="派送中" /> },
      { label: '联系电话', value: '0571-8888 1234', dial: '0571-8888 1234', copy: '0571-88881234' },
      { label: '备注', value: '' },
      { label: '地址', value: '滨江路 128 号滨江花园 3 栋 2 单元 1 号', copy: '滨江路 128 号', isWide: true },
    ],
  },
  render: (args) => (
    <div style={{ maxWidth: 640 }}>
      <DescriptionList {...args} />
    </div>
  ),
};
export default meta;
type Story = StoryObj<typeof DescriptionList>;

export const Default: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('link', { name: '拨打联系电话' })).toHaveAttribute(
      'href',
      'tel:057188881234',
    );
  },
};

export const CopySucceeds: Story = {
  beforeEach: () => void spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '复制联系电话' }));
    await expect(await screen.findByText(/^已复制/)).toBeInTheDocument();
  },
};

export const CopyFails: Story = {
  beforeEach: () => {
    spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    spyOn(document, 'execCommand').mockReturnValue(false);
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '复制联系电话' }));
    await expect(await screen.findByText(/复制失败/)).toBeInTheDocument();
  },
};

/** A number that is read out stays in one line, however narrow the panel. */
export const Narrow: Story = {
  render: (args) => (
    <div style={{ width: 340 }}>
      <DescriptionList {...args} />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const telephone = within(canvasElement).getByText('0571-8888 1234');
    await expect(telephone.getClientRects()).toHaveLength(1);
  },
};

export const OneColumn: Story = { args: { columns: 1 } };
