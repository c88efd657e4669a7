import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { endpoints } from '../../contract/endpoints/index.ts';
import { fixtureNowMs, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { address, desk, LivePage } from './livePageStories.tsx';
import { deskServer } from './rescueCallDeps.fixtures.ts';
import { inLayout, usualRows } from './rescueCallStories.tsx';

const meta = {
  title: 'features/RescueCall/推送与操作',
  component: LivePage,
  decorators: [inLayout],
  parameters: { layout: 'fullscreen' },
  args: { server: deskServer(usualRows), address: '' },
} satisfies Meta<typeof LivePage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WorstIsSelected: Story = {
  render: (args) => <LivePage {...args} server={deskServer(usualRows)} />,
  play: async () => {
    await desk(320);
    await waitFor(() => expect(address()).toBe('?id=320'));
    await userEvent.keyboard('j');
    await desk(321);
    await userEvent.keyboard('{ArrowUp}');
    await desk(320);
  },
};

const keyboardServer = deskServer([rescueRowFixture({ id: 321, stage: 'pending', agoMs: 36_000 })]);
/** A whole rescue without touching the mouse. */
export const ByKeyboardAlone: Story = {
  args: { server: keyboardServer },
  play: async () => {
    await desk(321);
    await userEvent.keyboard('{F9}');
    const dispatch = within(await screen.findByRole('form', { name: '派出' }));
    await waitFor(() => expect(dispatch.getByLabelText(/派出人员或单位/)).toHaveFocus());
    await userEvent.keyboard(' 王强{Enter}');
    await waitFor(() => expect(keyboardServer.row(321)?.stage).toBe('dispatched'));
    await waitFor(() => expect(screen.queryByRole('form', { name: '派出' })).toBeNull());
    await expect(keyboardServer.asked).toContainEqual({
      path: endpoints.rescueAckState.path,
      body: {
        id: 321,
        event: 'rescue.dispatched',
        data: { level: 1, who: '安行电梯维保有限公司 王强', phone: '0512-62567788' },
      },
    });
    await userEvent.keyboard('3');
    await screen.findByRole('form', { name: '到场' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('form', { name: '到场' })).toBeNull());
    await userEvent.keyboard('3');
    const arrive = within(await screen.findByRole('form', { name: '到场' }));
    await waitFor(() => expect(arrive.getByLabelText('到场人员')).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(keyboardServer.row(321)?.stage).toBe('arrived'));
  },
};

/** Answered in the alarm dialog: the lift's order is found, and its next step is open. */
export const FromTheAlarmDialog: Story = {
  render: () => (
    <LivePage
      server={deskServer([...usualRows, rescueRowFixture({ id: 330, stage: 'accepted', agoMs: 20_000 })])}
      address="?elevator_id=1530&handle=1"
    />
  ),
  play: async () => {
    await desk(330);
    await screen.findByRole('form', { name: '派出' });
    await waitFor(() => expect(address()).toBe('?id=330'));
  },
};

const raceServer = deskServer([rescueRowFixture({ id: 321, stage: 'pending', agoMs: 36_000 })]);
export const ClaimedByAColleague: Story = {
  args: { server: raceServer },
  play: async () => {
    const shown = await desk(321);
    await shown.findByRole('button', { name: /受理/ });
    const version = (raceServer.row(321)?.state?.version ?? 0) + 1;
    const actor = { kind: 'user', id: 62, name: '刘洋', roleType: 5 } as const;
    const fact = { version, type: 'rescue.accepted', data: {}, actor, atMs: fixtureNowMs, receivedAtMs: fixtureNowMs };
    raceServer.push({ kind: 'rescue.claimed', orderId: 321, elevatorId: 1521, byUserId: 62, byUserName: '刘洋', fact });
    // What the push said is what the server answers from then on.
    raceServer.takeByOther(321);
    await waitFor(() => expect(shown.queryByRole('button', { name: /受理/ })).toBeNull());
  },
};

/** Text typed for one call stays while the dispatcher looks at another. */
export const DraftsStay: Story = {
  render: () => <LivePage server={deskServer(usualRows)} address="?id=318" />,
  play: async () => {
    await desk(318);
    await userEvent.keyboard('0');
    const form = within(await screen.findByRole('form', { name: '备注' }));
    await userEvent.type(form.getByLabelText(/备注/), '已通话，两人平安 1234');
    await userEvent.click(screen.getByRole('button', { name: /东岸家园/ }));
    await desk(320);
    await expect(screen.queryByRole('form', { name: '备注' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /翠湖花园/ }));
    const again = within(await screen.findByRole('form', { name: '备注' }));
    await expect(again.getByLabelText(/备注/)).toHaveValue('已通话，两人平安 1234');
  },
};

const phoneServer = deskServer(usualRows);
export const PhonedIn: Story = {
  args: { server: phoneServer },
  play: async () => {
    await desk(320);
    await userEvent.keyboard('n');
    const dialog = within(await screen.findByRole('dialog'));
    // Enter, once and again: the search goes on to its result.
    await userEvent.type(dialog.getByLabelText('查找电梯'), '锦绣{Enter}{Enter}');
    await userEvent.click(await dialog.findByRole('button', { name: /锦绣园 8 栋/ }));
    await userEvent.type(dialog.getByLabelText(/回拨电话/), '13800004411');
    await userEvent.click(dialog.getByRole('button', { name: '登记并发起救援' }));
    await desk(319);
    const [report] = phoneServer.asked.filter(({ path }) => path === endpoints.exceptionReport.path);
    await expect(report?.body).toMatchObject({ type: 1, elevator_id: 1519, caller_phone: '13800004411' });
  },
};

const behindServer = deskServer([...usualRows, rescueRowFixture({ id: 330, stage: 'accepted', agoMs: 20_000 })]);
/**
 * F9 over the phoned-in call opens the answered call's form behind it: what is typed goes on into the dialog, and the
 * form has the keys once the dialog is gone.
 */
export const TypingStaysInTheDialog: Story = {
  args: { server: behindServer, address: '?id=318', answers: 1530 },
  play: async () => {
    await desk(318);
    await userEvent.keyboard('n');
    const dialog = await screen.findByRole('dialog');
    const search = within(dialog).getByLabelText('查找电梯');
    await waitFor(() => expect(search).toHaveFocus());
    screen.getByTestId('answered').click();
    const form = within(await screen.findByRole('form', { name: '派出' }));
    await expect(search).toHaveFocus();
    await userEvent.keyboard('999');
    await expect(search).toHaveValue('999');
    await expect(form.getByLabelText(/派出人员或单位/)).not.toHaveValue(expect.stringContaining('999'));
    await userEvent.click(within(dialog).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(form.getByLabelText(/派出人员或单位/)).toHaveFocus());
  },
};

/** A dialog that closes gives the focus back to the field it was opened from. */
export const FocusComesBack: Story = {
  render: () => <LivePage server={deskServer(usualRows)} address="?id=318" />,
  play: async () => {
    await desk(318);
    await userEvent.keyboard('0');
    const note = await within(await screen.findByRole('form', { name: '备注' })).findByLabelText(/备注/);
    await waitFor(() => expect(note).toHaveFocus());
    // By mouse, with the cursor still in the note.
    screen.getByRole('button', { name: /新建电话报警/ }).click();
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(within(dialog).getByLabelText('查找电梯')).toHaveFocus());
    await userEvent.click(within(dialog).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(note).toHaveFocus());
  },
};
