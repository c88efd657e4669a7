import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { IconButton } from '../IconButton/IconButton.tsx';
import { Row } from '../stories/Row.tsx';
import { Button } from './Button.tsx';

const meta: Meta<typeof Button> = { title: 'ui/Button', tags: ['autodocs'], component: Button };
export default meta;
type Story = StoryObj<typeof Button>;

export const Variants: Story = {
  render: () => (
    <Row>
      <Button variant="primary" icon="check">
        受理
      </Button>
      <Button>取消</Button>
      <Button variant="danger" icon="trash">
        删除电梯
      </Button>
      <Button variant="plain" icon="download">
        导出
      </Button>
    </Row>
  ),
};

export const Sizes: Story = {
  render: () => (
    <Row>
      <Button size="small">小号</Button>
      <Button>标准</Button>
      <Button size="large" variant="primary">
        立即登录
      </Button>
    </Row>
  ),
};

export const Disabled: Story = {
  render: () => (
    <Row>
      <Button variant="primary" disabled>
        受理
      </Button>
      <Button disabled>取消</Button>
      <Button variant="danger" disabled>
        删除
      </Button>
    </Row>
  ),
};

export const Busy: Story = {
  args: { variant: 'primary', isBusy: true, children: '正在受理', onClick: fn() },
  play: async ({ args, canvasElement }) => {
    const button = within(canvasElement).getByRole('button', { name: '正在受理' });
    await userEvent.click(button);
    await expect(args.onClick).not.toHaveBeenCalled();
    await expect(button).toHaveFocus();
  },
};

export const Icons: Story = {
  render: () => (
    <Row>
      <IconButton icon="bell" label="通知" count={3} />
      <IconButton icon="bell" label="通知" count={128} />
      <IconButton icon="volume-off" label="开启声音" aria-pressed={false} />
      <IconButton icon="refresh" label="刷新" isBusy />
      <IconButton icon="pencil" label="编辑" size="small" />
      <IconButton icon="trash" label="删除" disabled />
    </Row>
  ),
};
