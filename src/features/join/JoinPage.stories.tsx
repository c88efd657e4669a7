import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { JoinPage } from './JoinPage.tsx';

const open = { kind: 'open', account: 'night.shift', name: '夜班' } as const;
const weak = new CallError('refused', '密码过于常见，请换一个', refusalCodes.invalid, [
  { field: 'new_password', message: '密码过于常见，请换一个' },
]);
const onSubmit = fn(async () => undefined);

export default {
  title: 'features/JoinPage',
  component: JoinPage,
  parameters: { layout: 'fullscreen', viewport: { defaultViewport: 'mobile1' } },
  args: { state: open, onSubmit, onLogin: fn(), onRetry: fn() },
};

interface Played {
  readonly canvasElement: HTMLElement;
}
async function fill(canvasElement: HTMLElement, password: string, repeated: string) {
  const canvas = within(canvasElement);
  await userEvent.type(canvas.getByLabelText(/^设置密码/), password);
  await userEvent.type(canvas.getByLabelText(/再次填写密码/), repeated);
  await userEvent.click(canvas.getByRole('button', { name: '设置密码' }));
  return canvas;
}

export const Open = {
  play: async ({ canvasElement }: Played) => {
    onSubmit.mockClear();
    await fill(canvasElement, 'river-lantern-42', 'river-lantern-42');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith('river-lantern-42'));
  },
};
export const Loading = { args: { state: { kind: 'loading' } } };
export const Refused = {
  args: { state: { kind: 'refused', message: '加入码不正确、已使用或已过期，请管理员重新生成' } },
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(/请联系为您开通账号的管理员/)).toBeVisible();
    await expect(canvas.queryByRole('button', { name: '重试' })).toBeNull();
  },
};
export const Offline = {
  args: { state: { kind: 'failed', message: '网络连接失败，请检查网络后重试' }, onRetry: fn() },
  play: async ({ canvasElement, args }: Played & { readonly args: { readonly onRetry: () => void } }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: '重试' }));
    await expect(args.onRetry).toHaveBeenCalledOnce();
  },
};
export const Done = { args: { state: { kind: 'done', account: 'night.shift' } } };
export const Different = {
  play: async ({ canvasElement }: Played) => {
    const canvas = await fill(canvasElement, 'river-lantern-42', 'river-lantern-43');
    await waitFor(() => expect(canvas.getByText('两次填写的密码不一致')).toBeVisible());
  },
};
export const Weak = {
  args: {
    onSubmit: async () => {
      throw weak;
    },
  },
  play: async ({ canvasElement }: Played) => {
    const canvas = await fill(canvasElement, 'river-lantern-42', 'river-lantern-42');
    await waitFor(() => expect(canvas.getByText('密码过于常见，请换一个')).toBeVisible());
  },
};
