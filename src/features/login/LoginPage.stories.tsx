import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { LoginPage } from './LoginPage.tsx';

const meta = {
  title: 'features/Login',
  component: LoginPage,
  parameters: { layout: 'fullscreen' },
  args: { status: { state: 'waiting', refusal: null }, onGesture: fn(), onSubmit: fn() },
} satisfies Meta<typeof LoginPage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

/** Both are required; the form says so beside the fields and sends nothing. */
export const Invalid: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: '立即登录' }));
    await canvas.findByText('请填写账号');
    await canvas.findByText('请填写密码');
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** The server refused: it says why, and what was typed is still there. */
export const Refused: Story = {
  args: { status: { state: 'waiting', refusal: '账号或密码错误，请重新输入' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText(/账号/), 'dispatcher1');
    await userEvent.type(canvas.getByLabelText(/^密码/), 'wrong-password');
  },
};

/** Enter in the password field submits; the press itself is reported immediately, so that it can arm the sound. */
export const SubmittedByEnter: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText(/账号/), 'dispatcher1');
    await userEvent.type(canvas.getByLabelText(/^密码/), 'a password{Enter}');
    await expect(args.onGesture).toHaveBeenCalledOnce();
    await waitFor(() => expect(args.onSubmit).toHaveBeenCalledOnce());
  },
};

export const Authenticating: Story = { args: { status: { state: 'authenticating' } } };

export const Entering: Story = { args: { status: { state: 'entering' } } };
