import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { endpoints } from '../../contract/endpoints/index.ts';
import { rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import type { RescueStage } from '../../contract/labels.ts';
import { desk, LivePage } from './livePageStories.tsx';
import { deskServer } from './rescueCallDeps.fixtures.ts';
import { inLayout } from './rescueCallStories.tsx';

/** A power cut in one community: fourteen lifts. */
const flood = (stage: RescueStage) =>
  Array.from({ length: 14 }, (_, index) =>
    rescueRowFixture({ id: 400 + index, stage, agoMs: 170_000 - index * 5_000, row: { addr: `${index + 1} 栋` } }),
  );

const meta = {
  title: 'features/RescueCall/多起呼叫',
  component: LivePage,
  decorators: [inLayout],
  parameters: { layout: 'fullscreen' },
  args: { server: deskServer(flood('pending')), address: '?id=400' },
} satisfies Meta<typeof LivePage>;
export default meta;
type Story = StoryObj<typeof meta>;

const claims = (server: ReturnType<typeof deskServer>): readonly unknown[] =>
  server.asked.filter(({ path }) => path === endpoints.rescueAck.path).map(({ body }) => body);

const claimServer = deskServer(flood('pending'));
/** By mouse and by keys: each marked call has its own request and its own result; what the network lost is sent again. */
export const ClaimSeveral: Story = {
  args: { server: claimServer },
  play: async () => {
    await desk(400);
    await userEvent.keyboard('m');
    await userEvent.keyboard('j');
    await desk(401);
    await userEvent.keyboard('m');
    await userEvent.click(screen.getByRole('checkbox', { name: /翠湖花园 3 栋/ }));
    claimServer.takeByOther(401);
    claimServer.loseNext(402);
    // The push of the colleague's claim may take the mark away first; then two are left to claim.
    await userEvent.keyboard('c');
    const results = await screen.findByRole('region', { name: /受理 \d 起呼叫/ });
    await waitFor(() => expect(results).toHaveTextContent(/翠湖花园 1 栋已由您受理/));
    await waitFor(() => expect(results).toHaveTextContent(/翠湖花园 3 栋网络连接失败/));
    await userEvent.click(within(results).getByRole('button', { name: '重试未成功的 1 起' }));
    await waitFor(() => expect(results).toHaveTextContent(/翠湖花园 3 栋已由您受理/));
    await expect(claimServer.row(402)?.accepted_by?.name).toBe('张伟');
    await expect(claims(claimServer)).toContainEqual({ id: 400 });
  },
};

const allServer = deskServer(flood('pending'));
export const ClaimAllFourteen: Story = {
  args: { server: allServer },
  play: async () => {
    await desk(400);
    await userEvent.click(screen.getByRole('checkbox', { name: '全选未受理' }));
    await userEvent.click(screen.getByRole('button', { name: /^受理 14/ }));
    await waitFor(() => expect(screen.getAllByText('已由您受理')).toHaveLength(14));
    await expect(claims(allServer)).toHaveLength(14);
  },
};

const teamServer = deskServer(flood('accepted'));
/** One team for several lifts of the community: a partial failure is shown and can be retried. */
export const OneTeamForSeveralLifts: Story = {
  args: { server: teamServer },
  play: async () => {
    await desk(400);
    await userEvent.keyboard('2');
    const form = within(await screen.findByRole('form', { name: '派出' }));
    await userEvent.click(form.getByRole('checkbox', { name: /CH-03-01 2 栋/ }));
    await userEvent.click(form.getByRole('checkbox', { name: /CH-03-02 3 栋/ }));
    teamServer.loseNext(402);
    await userEvent.click(form.getByRole('button', { name: /确认派往 3 台电梯/ }));
    const results = await screen.findByRole('region', { name: /同时派往 2 台电梯/ });
    await waitFor(() => expect(results).toHaveTextContent(/2 栋已派出/));
    await waitFor(() => expect(results).toHaveTextContent(/3 栋网络连接失败/));
    await expect(teamServer.row(402)?.stage).toBe('accepted');
    await userEvent.click(within(results).getByRole('button', { name: /重试/ }));
    await waitFor(() => expect(teamServer.row(402)?.stage).toBe('dispatched'));
    await expect(teamServer.row(400)?.stage).toBe('dispatched');
  },
};

const handedServer = deskServer(flood('accepted'));
/** The network lost one dispatch, and a colleague has that call by now: trying again leaves it to the colleague. */
export const TeamRetryLeavesColleaguesCall: Story = {
  args: { server: handedServer },
  play: async () => {
    await desk(400);
    await userEvent.keyboard('2');
    const form = within(await screen.findByRole('form', { name: '派出' }));
    await userEvent.click(form.getByRole('checkbox', { name: /CH-03-02 3 栋/ }));
    handedServer.loseNext(402);
    await userEvent.click(form.getByRole('button', { name: /确认派往 2 台电梯/ }));
    const results = await screen.findByRole('region', { name: /同时派往 1 台电梯/ });
    await waitFor(() => expect(results).toHaveTextContent(/3 栋网络连接失败/));
    handedServer.takeByOther(402);
    await screen.findByRole('button', { name: /翠湖花园 3 栋.*刘洋/ });
    await userEvent.click(within(results).getByRole('button', { name: /重试/ }));
    await waitFor(() => expect(results).toHaveTextContent(/3 栋已由 刘洋 处置/));
    await expect(within(results).queryByRole('button', { name: /重试/ })).toBeNull();
    await expect(handedServer.row(402)?.stage).toBe('accepted');
  },
};

const foldedServer = deskServer(flood('accepted'));
/** Esc folds the form: the lifts ticked for the team are still ticked when its key brings it back. */
export const TickedLiftsStayInTheDraft: Story = {
  args: { server: foldedServer },
  play: async () => {
    await desk(400);
    await userEvent.keyboard('2');
    const form = within(await screen.findByRole('form', { name: '派出' }));
    await userEvent.click(form.getByRole('checkbox', { name: /CH-03-01 2 栋/ }));
    await userEvent.click(form.getByRole('checkbox', { name: /CH-03-02 3 栋/ }));
    await userEvent.click(form.getByRole('button', { name: /^收起(?!派出)/ }));
    await waitFor(() => expect(screen.queryByRole('form', { name: '派出' })).toBeNull());
    await userEvent.keyboard('2');
    const again = within(await screen.findByRole('form', { name: '派出' }));
    await expect(again.getByRole('checkbox', { name: /CH-03-02 3 栋/ })).toBeChecked();
    await userEvent.click(again.getByRole('button', { name: /确认派往 3 台电梯/ }));
    for (const id of [400, 401, 402]) await waitFor(() => expect(foldedServer.row(id)?.stage).toBe('dispatched'));
    // The ids are no part of what is sent.
    const sent = foldedServer.asked.filter(({ path }) => path === endpoints.rescueAckState.path);
    await expect(JSON.stringify(sent)).not.toContain('alsoFor');
  },
};

const leftServer = deskServer(flood('pending'));
/** Requests that the network lost can still be retried after a visit to another page. */
export const ResultsOutliveThePage: Story = {
  args: { server: leftServer },
  play: async () => {
    await desk(400);
    await userEvent.keyboard('m');
    await userEvent.click(screen.getByRole('checkbox', { name: /翠湖花园 3 栋/ }));
    leftServer.loseNext(402);
    await userEvent.keyboard('c');
    await screen.findByRole('region', { name: '受理 2 起呼叫' });
    screen.getByTestId('otherPage').click();
    await waitFor(() => expect(screen.queryByRole('region', { name: '受理 2 起呼叫' })).toBeNull());
    screen.getByTestId('otherPage').click();
    const results = await screen.findByRole('region', { name: '受理 2 起呼叫' });
    await userEvent.click(await within(results).findByRole('button', { name: '重试未成功的 1 起' }));
    await waitFor(() => expect(results).toHaveTextContent(/翠湖花园 3 栋已由您受理/));
    await expect(leftServer.row(402)?.accepted_by?.name).toBe('张伟');
  },
};
