import type { Meta, StoryObj } from '@storybook/react-vite';
import { Subject } from 'rxjs';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { reviewAverages, reviewDetail, reviewHandle, reviewList } from '../../contract/endpoints/review.ts';
import type { ReviewDetail } from '../../contract/entities/review.ts';
import { pageFrom } from '../../contract/envelope.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { reviewFixture, usualAverages, usualReviews } from '../../contract/fixtures/reviewFixtures.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { PushEvent } from '../../contract/push.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  silent,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenFrame } from '../../parts/stories/ScreenFrame.tsx';
import { EvaluateListPage } from './EvaluateListPage.tsx';

const everything: readonly Permission[] = [
  'review.view',
  'review.handle',
  'review.answer',
  'elevator.view',
  'exception.view',
];

/** Reviews in memory: lists, opens and takes their steps, and pushes each change. */
function reviewServer(
  initial: readonly ReviewDetail[],
  {
    permissions = everything,
    averages = usualAverages,
    answers = [],
  }: { permissions?: readonly Permission[]; averages?: typeof usualAverages; answers?: readonly FixtureAnswer[] } = {},
) {
  let rows = initial;
  const events$ = new Subject<PushEvent>();
  const find = (id: number): ReviewDetail => {
    const row = rows.find((one) => one.id === id);
    if (row === undefined) throw new CallError('notFound', '记录不存在，或您无权查看', 404);
    return row;
  };
  const put = (row: ReviewDetail): void => {
    rows = [row, ...rows.filter(({ id }) => id !== row.id)].toSorted((a, b) => b.id - a.id);
    events$.next(changeFixture('review.received', { id: row.id, elevatorId: row.elevator_id }));
  };
  const { call, asked } = fixtureCall([
    ...answers,
    answer(reviewList, ({ waiting, stage, ...query }) =>
      pageFrom(
        rows.filter(
          (row) =>
            (waiting === undefined || row.is_waiting === waiting) && (stage === undefined || row.stage === stage),
        ),
        query,
      ),
    ),
    answer(reviewDetail, ({ id }) => find(id)),
    answer(reviewAverages, () => ({ list: [...averages] })),
    answer(reviewHandle, ({ id, event }) => {
      const { problem, score, text } = find(id);
      const stage =
        event === 'review.published'
          ? 'published'
          : event === 'review.kept'
            ? 'kept'
            : event === 'review.refused'
              ? 'refused'
              : 'answered';
      put(reviewFixture(id, stage, 3_600_000, { problem, score, text }));
      return find(id);
    }),
  ]);
  const deps = featureDepsFixture({ call, permissions });
  return { asked, put, deps: { ...deps, live: { ...deps.live, events$ } } };
}
type Server = ReturnType<typeof reviewServer>;

function ReviewStory({ server, address }: { server: Server; address: string }) {
  return (
    <ScreenFrame address={`/elebator-maintenance/evaluate-list${address}`}>
      <EvaluateListPage deps={server.deps} readNowMs={() => fixtureNowMs} />
    </ScreenFrame>
  );
}

const meta = {
  title: 'features/EvaluateList',
  component: ReviewStory,
  parameters: { layout: 'fullscreen' },
  beforeEach: () => localStorage.clear(),
  args: { server: reviewServer(usualReviews), address: '' },
} satisfies Meta<typeof ReviewStory>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Every stage, with the companies' averages and of how many reviews they are. */
export const Reviews: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('关门太快，夹到了婴儿车')).toBeVisible();
    const maintenance = within(await canvas.findByRole('region', { name: '维保单位平均分' }));
    await expect(maintenance.getByText('4.1')).toBeVisible();
    await expect(maintenance.getByText('n = 42')).toBeVisible();
  },
};
export const Empty: Story = { args: { server: reviewServer([], { averages: [] }) } };
export const Loading: Story = { args: { server: reviewServer([], { answers: [silent(reviewList)] }) } };
export const Failed: Story = {
  args: {
    server: reviewServer([], {
      answers: [
        failing(reviewList, new CallError('offline', '网络连接已断开', 0)),
        failing(reviewAverages, new CallError('offline', '网络连接已断开', 0)),
      ],
    }),
  },
};
export const Denied: Story = {
  args: {
    server: reviewServer([], {
      answers: [failing(reviewList, new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403))],
    }),
  },
};
/** The list to which the tile of the overview leads. */
export const Waiting: Story = {
  args: { address: '?waiting=true' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('关门太快，夹到了婴儿车')).toBeVisible();
    await expect(canvas.queryByText('师傅来得很快')).toBeNull();
  },
};
export const Thousands: Story = {
  args: {
    server: reviewServer(
      Array.from({ length: 2_400 }, (_, index) => reviewFixture(2_400 - index, 'answered', index * 60_000)),
    ),
  },
};
export const LongLabels: Story = {
  args: {
    server: reviewServer([
      reviewFixture(9, 'answered', 3_600_000, {
        community_name: '临安国际金融贸易会展商务综合体（一期至三期）',
        addr: '地下二层商业连廊与写字楼换乘大厅东侧 12 号消防客货两用电梯',
        maintenance_name: '临安市特种设备维护保养与应急救援技术服务有限责任公司第十二分公司',
        is_sensitive: true,
        text: '每天早高峰都要等十几分钟，而且轿厢里一直有很重的异味，希望物业和维保单位尽快处理。'.repeat(8),
      }),
    ]),
    address: '?id=9',
  },
};

const detailOf = async (id: number) => within(await screen.findByRole('complementary', { name: `评价 ${id}` }));

/** A problem with its fault and how many others report the same; who may both decide and answer is offered what the machine allows. */
export const Problem: Story = {
  args: { address: '?id=7' },
  play: async () => {
    const detail = await detailOf(7);
    await expect(await detail.findByRole('link', { name: /故障 812 · 待受理 · 另有 2 次报告/ })).toBeVisible();
    await expect(detail.getByRole('button', { name: '公开' })).toBeVisible();
    await expect(detail.queryByRole('button', { name: '答复' })).toBeNull();
  },
};
export const Answered: Story = { args: { address: '?id=3' } };
export const Kept: Story = { args: { address: '?id=2' } };
export const Refused: Story = { args: { address: '?id=1' } };
export const NotFound: Story = { args: { address: '?id=999' } };

/** The property's people answer and decide nothing. */
export const AnswersOnly: Story = {
  args: { server: reviewServer(usualReviews, { permissions: ['review.view', 'review.answer'] }), address: '?id=5' },
  play: async () => {
    const detail = await detailOf(5);
    await expect(await detail.findByRole('button', { name: '答复' })).toBeVisible();
    await expect(detail.queryByRole('button', { name: /仅内部|不采纳/ })).toBeNull();
  },
};
export const ReadOnly: Story = {
  args: { server: reviewServer(usualReviews, { permissions: ['review.view'] }), address: '?id=5' },
  play: async () => {
    const detail = await detailOf(5);
    await expect(await detail.findByText('上行有摩擦声')).toBeVisible();
    await expect(detail.queryByRole('button', { name: /答复|公开|仅内部|不采纳/ })).toBeNull();
  },
};

const answering = reviewServer(usualReviews);
/** From the decision to the answer, which the row shows at once. */
export const PublishAndAnswer: Story = {
  args: { server: answering, address: '?id=7' },
  play: async () => {
    const detail = await detailOf(7);
    await userEvent.click(await detail.findByRole('button', { name: '公开' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '公开' }));
    await userEvent.click(await detail.findByRole('button', { name: '答复' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/答复/), '已调慢关门速度');
    await userEvent.click(dialog.getByRole('button', { name: '答复' }));
    await waitFor(() =>
      expect(answering.asked).toContainEqual({
        path: reviewHandle.path,
        method: 'POST',
        input: { id: 7, event: 'review.answered', data: { text: '已调慢关门速度' } },
      }),
    );
    await expect(await detail.findByText('已答复')).toBeVisible();
  },
};

const refusing = reviewServer(usualReviews, {
  answers: [failing(reviewHandle, new CallError('refused', '该评价已是“已公开”', 1006))],
});
/** Somebody was quicker: the words stay where they were typed. */
export const StepRefused: Story = {
  args: { server: refusing, address: '?id=5' },
  play: async () => {
    const detail = await detailOf(5);
    await userEvent.click(await detail.findByRole('button', { name: '仅内部' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/不公开的原因/), '涉及住户隐私');
    await userEvent.click(dialog.getByRole('button', { name: '仅内部' }));
    await expect(await dialog.findByText('该评价已是“已公开”')).toBeVisible();
    await expect(dialog.getByLabelText(/不公开的原因/)).toHaveValue('涉及住户隐私');
  },
};

const live = reviewServer(usualReviews);
/** A review that comes in while the list is open. */
export const Live: Story = {
  args: { server: live },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('关门太快，夹到了婴儿车');
    live.put(reviewFixture(8, 'received', 0, { text: '灯不亮', score: 1 }));
    await expect(await canvas.findByText('灯不亮', {}, { timeout: 5_000 })).toBeVisible();
  },
};
