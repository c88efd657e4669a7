import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { endpoints } from '../../contract/endpoints/index.ts';
import { fixtureTime, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { RescueStage } from '../../contract/labels.ts';
import { desk, LivePage } from './livePageStories.tsx';
import { deskServer } from './rescueCallDeps.fixtures.ts';
import { inLayout } from './rescueCallStories.tsx';

const longCommunity = '云川市高新技术产业开发区云锦国际商务中心翠湖花园三期';

const call = (id: number, stage: RescueStage, more: Partial<RescueOrderRow> = {}): RescueOrderRow =>
  rescueRowFixture({ id, stage, agoMs: 260_000 - (id % 20) * 9_000, row: { addr: `${id % 20} 栋 2 单元`, ...more } });

/** A power cut: nine calls that no one has, three of my own, one of a colleague. Names as long as the register allows. */
const cutRows: readonly RescueOrderRow[] = [
  ...Array.from({ length: 9 }, (_, index) =>
    call(421 + index, 'pending', {
      community_name: index % 3 === 1 ? longCommunity : '翠湖花园',
      ...(index < 2 ? { breach: 'respond' as const } : {}),
    }),
  ),
  call(401, 'accepted'),
  call(402, 'accepted', { community_name: longCommunity, tag: 'YC-GXKF-2019-0000402' }),
  call(403, 'dispatched', { expected_at: fixtureTime(65_000) }),
  call(404, 'arrived', { accepted_by: { id: 62, name: '刘洋' } }),
];

const meta = {
  title: 'features/RescueCall/所选呼叫',
  component: LivePage,
  decorators: [inLayout],
  parameters: { layout: 'fullscreen' },
  args: { server: deskServer(cutRows), address: '?id=401' },
} satisfies Meta<typeof LivePage>;
export default meta;
type Story = StoryObj<typeof meta>;

const orderOf = (button: HTMLElement): number => Number(button.dataset['order']);
const cards = (band: string): readonly number[] =>
  within(screen.getByRole('list', { name: new RegExp(`^${band}`) }))
    .getAllByRole('button')
    .map(orderOf);

/** With calls of my own, those that no one has stand on top, each in sight; then mine. */
export const NineUnanswered: Story = {
  play: async () => {
    await desk(401);
    await expect(cards('未受理')).toHaveLength(9);
    await expect(cards('我负责的')).toHaveLength(3);
    const band = screen.getByRole('region', { name: '未受理' });
    await expect(band.scrollHeight).toBeLessThanOrEqual(band.clientHeight);
    const lists = screen.getAllByRole('list').filter((list) => list.matches('.rc-queue__list'));
    await expect(lists.map((list) => list.getAttribute('aria-label'))).toEqual([
      '未受理的救援',
      '我负责的救援',
      '其他人的救援',
    ]);
  },
};

const cut = Array.from({ length: 12 }, (_, index) => call(421 + index, 'pending'));
const allServer = deskServer(cut);
/** A marks all, C answers them, and D sends one team to all that were answered. */
export const AnswerAllAndDispatchAll: Story = {
  args: { server: allServer, address: '?id=421' },
  play: async () => {
    await desk(421);
    await userEvent.keyboard('a');
    await expect(screen.getByRole('button', { name: /^受理 12/ })).toBeEnabled();
    await userEvent.keyboard('c');
    await waitFor(() => expect(screen.getByRole('button', { name: /^派出 12/ })).toBeEnabled());
    await expect(screen.getByText(/12 起未派出，.* 后失效/)).toBeInTheDocument();
    await userEvent.keyboard('d');
    const form = within(await screen.findByRole('form', { name: '派出' }));
    await userEvent.click(await form.findByRole('button', { name: /确认派往 12 台电梯/ }));
    for (const { id } of cut) await waitFor(() => expect(allServer.row(id)?.stage).toBe('dispatched'));
  },
};

const notesIn = ({ asked }: ReturnType<typeof deskServer>) =>
  asked.filter(
    ({ path, body }) => path === endpoints.rescueAckState.path && JSON.stringify(body).includes('rescue.noted'),
  );

const partServer = deskServer(cutRows);
/** More time, and one note, for the calls that I marked and for no other. */
export const ExtendAndNoteTheMarked: Story = {
  args: { server: partServer },
  play: async () => {
    await desk(401);
    await userEvent.keyboard('s');
    await userEvent.keyboard('l');
    const results = await screen.findByRole('region', { name: '延长 2 起受理' });
    await waitFor(() => expect(within(results).getAllByText('受理已延长 5 分钟')).toHaveLength(2));
    await userEvent.keyboard('b');
    const form = within(await screen.findByRole('form', { name: '备注' }));
    await userEvent.type(form.getByRole('textbox', { name: /备注/ }), '供电局已通知');
    await userEvent.click(form.getByRole('button', { name: /为 3 起添加备注/ }));
    await waitFor(() => expect(notesIn(partServer)).toHaveLength(3));
    await expect(JSON.stringify(notesIn(partServer))).not.toContain('alsoFor');
  },
};

/** A key that can do nothing says why, on the desk. */
export const KeysSayWhy: Story = {
  args: { server: deskServer(cutRows), address: '?id=404' },
  play: async () => {
    await desk(404);
    await userEvent.keyboard('c');
    await expect(await screen.findByRole('alert')).toHaveTextContent(/没有勾选可受理的呼叫：按 M .*按 A 全选/);
    await userEvent.keyboard('d');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/没有勾选可派出的呼叫：.*按 S 全选/));
  },
};

const colleaguesServer = deskServer([
  call(405, 'dispatched', {
    accepted_by: { id: 62, name: '刘洋' },
    allowed_actions: ['rescue.dispatched', 'rescue.noted'],
  }),
]);
/** 9 on a call that a colleague has. */
export const HandOverOfAColleaguesCall: Story = {
  args: { server: colleaguesServer, address: '?id=405' },
  play: async () => {
    await desk(405);
    await userEvent.keyboard('9');
    await expect(await screen.findByRole('alert')).toHaveTextContent('该救援由 刘洋 负责，只有负责人或其上级可以转交');
  },
};
