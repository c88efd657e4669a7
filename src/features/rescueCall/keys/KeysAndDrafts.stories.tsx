import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { LivePage, address, desk } from '../livePageStories.tsx';
import { deskKeys } from './hotkeys.ts';
import { deskServer } from '../rescueCallDeps.fixtures.ts';
import { inLayout, usualRows } from '../rescueCallStories.tsx';

const meta = {
  title: 'features/RescueCall/按键与草稿',
  component: LivePage,
  decorators: [inLayout],
  parameters: { layout: 'fullscreen' },
  args: { server: deskServer(usualRows), address: '?id=318' },
} satisfies Meta<typeof LivePage>;
export default meta;
type Story = StoryObj<typeof meta>;

const form = async (name: string) => within(await screen.findByRole('form', { name }));

/** Esc folds the form; its key brings it back with what was typed, until it is submitted. */
export const EscKeepsTheDraft: Story = {
  render: () => <LivePage server={deskServer(usualRows)} address="?id=318" />,
  play: async () => {
    await desk(318);
    await userEvent.keyboard('0');
    const note = (await form('备注')).getByLabelText(/备注/);
    await waitFor(() => expect(note).toHaveFocus());
    await userEvent.keyboard('已通话，两人平安');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('form', { name: '备注' })).toBeNull());
    await userEvent.keyboard('0');
    const again = (await form('备注')).getByLabelText(/备注/);
    await expect(again).toHaveValue('已通话，两人平安');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('form', { name: '备注' })).toBeNull());
    await userEvent.keyboard('0');
    await expect((await form('备注')).getByLabelText(/备注/)).toHaveValue('');
  },
};

/** The page was left and is opened again, or reloaded: the form is open, with what was typed. */
const keptServer = deskServer(usualRows);
keptServer.deps.tabStorage.setItem(
  'deskDrafts',
  JSON.stringify({
    userId: keptServer.deps.user.id,
    open: [{ orderId: 318, event: 'rescue.noted' }],
    values: { '318 rescue.noted': { text: '物业已关停电梯' } },
  }),
);
export const ReloadKeepsTheDraft: Story = {
  args: { server: keptServer },
  play: async () => {
    await desk(318);
    await expect((await form('备注')).getByLabelText(/备注/)).toHaveValue('物业已关停电梯');
  },
};

/** A step's key on its open form leads into it; Ctrl+Enter submits it from wherever the focus is. */
export const KeysReachTheForm: Story = {
  render: () => <LivePage server={deskServer(usualRows)} address="?id=318" />,
  play: async () => {
    await desk(318);
    await userEvent.keyboard('0');
    const note = (await form('备注')).getByLabelText(/备注/);
    await waitFor(() => expect(note).toHaveFocus());
    await userEvent.keyboard('已通话');
    // The focus leaves the form: to the card of the call.
    await userEvent.click(screen.getByRole('button', { name: /翠湖花园/, current: true }));
    await expect(note).not.toHaveFocus();
    await userEvent.keyboard('0');
    await waitFor(() => expect(note).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: /翠湖花园/, current: true }));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('form', { name: '备注' })).toBeNull());
  },
};

/** 9 leads to the choice of a person: the arrows choose there, and never switch the call. */
export const HandOverByKeys: Story = {
  render: () => <LivePage server={deskServer(usualRows)} address="?id=318" />,
  play: async () => {
    await desk(318);
    await userEvent.keyboard('9');
    const choice = (await form('转交')).getByRole('combobox', { name: /接手人员/ });
    await waitFor(() => expect(choice).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(choice).toHaveTextContent('刘洋'));
    await expect(address()).toBe('?id=318');
  },
};

export const AllKeys: Story = {
  render: () => <LivePage server={deskServer(usualRows)} address="?id=318" />,
  play: async () => {
    await desk(318);
    await userEvent.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: '按键一览' }));
    for (const { label } of deskKeys) await waitFor(() => expect(dialog.getByText(label)).toBeVisible());
  },
};
