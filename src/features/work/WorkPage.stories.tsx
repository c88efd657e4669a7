import { useReducer, useState } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { storyNowMs } from '../../ui/stories/nowMs.ts';
import { officerCall } from './officer/officer.fixtures.ts';
import type { Telephone, WorkActions } from './model/actions.ts';
import { emptyDraft, type Draft, type Queued } from './model/kept.ts';
import { submissionOf } from './model/visitWork.ts';
import { openingState, reduceWork, type WorkState } from './model/workState.ts';
import {
  mineFixture,
  officerUser,
  standing,
  strokes,
  submittedVisit,
  visitFixture,
  workerUser,
  workingVisit,
} from './work.fixtures.ts';
import { WorkPage, type WorkPlace } from './WorkPage.tsx';

interface Shown {
  state: WorkState;
  place: WorkPlace;
  scanned: string;
  opensOffline: boolean;
}

const nothing = () => Promise.resolve();
const title = 'CH-01-01 1 幢 1 单元';
const serverCall = officerCall({});

/** The page over a state that drafts and queued steps change as they do on a telephone. */
function Phone({ state: first, place: opened, scanned, opensOffline }: Shown) {
  const [state, dispatch] = useReducer(reduceWork, first);
  const [place, setPlace] = useState(opened);
  const actions: WorkActions = {
    open: nothing,
    signIn: nothing,
    wantSignIn: nothing,
    changePassword: nothing,
    signOut: nothing,
    refresh: nothing,
    changeDraft: (visitId, words, change) => {
      const before = state.drafts.find((draft) => draft.visitId === visitId) ?? emptyDraft(visitId, words);
      dispatch({ type: 'draftChanged', draft: change(before) });
      return Promise.resolve();
    },
    addPhoto: () => Promise.resolve(undefined),
    take(step, words, { draft } = {}) {
      if (draft !== undefined) dispatch({ type: 'draftChanged', draft });
      dispatch({ type: 'queued', entry: { order: state.queue.length + 1, title: words, step, refusal: null } });
      return Promise.resolve(true);
    },
    retry: nothing,
    discard: ({ order }) => {
      dispatch({ type: 'unqueued', order });
      return Promise.resolve();
    },
    flush: nothing,
  };
  const telephone: Telephone = {
    nowMs: () => storyNowMs,
    locate: () => Promise.resolve(null),
    stamped: (file) => Promise.resolve(file),
    readCode: () => Promise.reject(new Error('no camera')),
    opensOffline,
  };
  return <WorkPage {...{ state, actions, telephone, place, scanned }} call={serverCall} onPlace={setPlace} />;
}

const inside = (over: Partial<WorkState> = {}): WorkState => ({
  ...openingState,
  phase: 'inside',
  user: workerUser,
  token: 't',
  account: 'worker1',
  mine: { answer: mineFixture([visitFixture()]), offsetMs: 0, atMs: storyNowMs },
  ...over,
});
const withVisits = (visits: Parameters<typeof mineFixture>[0], over: Partial<WorkState> = {}): WorkState =>
  inside({ mine: { answer: mineFixture(visits), offsetMs: 0, atMs: storyNowMs }, ...over });
const officers = (visits: Parameters<typeof mineFixture>[0], over: Partial<WorkState> = {}): WorkState =>
  inside({
    user: officerUser,
    mine: {
      answer: mineFixture(visits, {
        is_worker: false,
        is_officer: true,
        person: { id: 34, name: '郑安', company: '安居物业' },
      }),
      offsetMs: 0,
      atMs: storyNowMs,
    },
    ...over,
  });

const draft = (over: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(1, title),
  isBriefed: true,
  checkedInAt: '2026-03-04T15:00:00.000+08:00',
  ...over,
});
const allAnswered = draft({
  photos: ['1111111111111111111111.jpg'],
  answers: visitFixture().items.map(({ code, bounds, is_test: isTest }) => ({
    code,
    answer: 'normal' as const,
    note: '',
    value: bounds === undefined ? null : 8,
    photos: isTest ? ['2222222222222222222222.jpg'] : [],
  })),
});
const submission = (refusal: string | null, order = 2): Queued => ({
  order,
  title,
  refusal,
  step: submissionOf(visitFixture(), allAnswered, {
    signature: strokes,
    at: '2026-03-04T15:06:00.000+08:00',
    offsetMs: 0,
  }),
});
const checkIn = (refusal: string | null): Queued => ({
  order: 1,
  title,
  refusal,
  step: {
    id: 1,
    event: 'visit.checkedIn',
    data: { at: '2026-03-04T14:20:00.000+08:00', clock_offset_ms: 0, lift_code: '100101', place: null },
  },
});
const atVisit: WorkPlace = { kind: 'visit', id: 1 };

export default {
  title: 'features/WorkPage',
  component: Phone,
  parameters: { layout: 'fullscreen', viewport: { defaultViewport: 'mobile1' } },
  args: { state: inside(), place: { kind: 'visits' }, scanned: '', opensOffline: true } satisfies Shown,
};
interface Played {
  readonly canvasElement: HTMLElement;
}

export const Opening = { args: { state: openingState } };
export const StoreUnreadable = {
  args: {
    state: {
      ...openingState,
      phase: 'unreadable',
      message: '浏览器不允许本页保存数据，维保记录会丢失。请退出无痕模式',
    },
  },
};
export const SignIn = { args: { state: { ...openingState, phase: 'signedOut' } } };
export const SignInRefused = {
  args: {
    state: {
      ...openingState,
      phase: 'signedOut',
      account: 'worker1',
      message: '账号或密码错误',
      unsent: [{ account: 'worker2', num: 3 }],
      isLeavable: true,
    },
  },
};
export const ForcedPassword = { args: { state: inside({ user: { ...workerUser, must_change_password: true } }) } };
export const Visits = {
  args: {
    state: withVisits([
      visitFixture({ id: 3, overdue: true, due_on: '2026-03-02', addr: '2 幢 3 单元', tag: 'CH-02-03' }),
      workingVisit(),
      visitFixture({
        id: 2,
        due_on: '2026-03-06',
        light: 'later',
        stage: 'planned',
        stageLabel: '待维保',
        community_name: '云锦雅苑',
      }),
    ]),
  },
};
export const VisitsLoading = { args: { state: inside({ mine: null, load: { kind: 'loading' } }) } };
export const VisitsFailed = {
  args: { state: inside({ mine: null, load: { kind: 'failed', message: '网络连接失败，请检查网络后重试' } }) },
};
export const VisitsStale = {
  args: { state: inside({ load: { kind: 'failed', message: '网络连接失败，请检查网络后重试' } }) },
};
export const VisitsDenied = {
  args: {
    state: inside({ mine: null, load: { kind: 'denied', message: '您没有“查看维保工单”的权限，请联系管理员' } }),
  },
};
export const VisitsEmpty = { args: { state: withVisits([]) } };
export const NotLinked = {
  args: {
    state: inside({
      mine: { answer: mineFixture([], { is_worker: false, person: null }), offsetMs: 0, atMs: storyNowMs },
    }),
  },
};
export const OnlineOnly = { args: { opensOffline: false } };
export const Expired = { args: { state: inside({ token: null, queue: [submission(null)] }) } };
export const StorageFull = {
  args: {
    state: inside({
      storeProblem: '手机存储空间已满，这一步没有保存。请清理手机空间后再做一次，之前的内容都在',
    }),
  },
};
export const TooEarly = {
  args: {
    place: atVisit,
    state: withVisits([
      visitFixture({
        state: { ...standing([]), context: { ...standing([]).context, earliestAtMs: storyNowMs + 86_400_000 } },
      }),
    ]),
  },
};
export const CheckIn = {
  args: { place: atVisit },
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: '签到' }));
    await expect(canvas.getByText('请扫描电梯二维码，或输入标牌上的六位救援码')).toBeVisible();
    await userEvent.type(canvas.getByLabelText('或输入标牌上的六位救援码'), '100102');
    await userEvent.click(canvas.getByRole('button', { name: '签到' }));
    await expect(canvas.getByText(/这不是 CH-01-01 的救援码/)).toBeVisible();
  },
};
export const CheckInScanned = { args: { place: atVisit, scanned: 'sign-of-lift-01' } };
export const CameraDenied = {
  args: { place: atVisit },
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: '扫描电梯二维码' }));
    await expect(await canvas.findByText(/无法使用摄像头/)).toBeVisible();
  },
};
export const CheckInRefused = {
  args: {
    place: atVisit,
    state: inside({ queue: [checkIn('扫描的是 CH-02-01 的标牌，本工单是 CH-01-01，请核对电梯')] }),
  },
};
export const Briefing = { args: { place: atVisit, state: inside({ queue: [checkIn(null)] }) } };
export const BegunElsewhere = { args: { place: atVisit, state: withVisits([workingVisit()]) } };
export const Items = {
  args: { place: atVisit, state: withVisits([workingVisit()], { drafts: [draft()] }) },
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await expect(canvas.queryByRole('radio', { checked: true })).toBeNull();
    await userEvent.click(canvas.getByRole('radio', { name: '异常' }));
    await expect(canvas.getByText('请说明异常情况')).toBeVisible();
    await userEvent.type(canvas.getByLabelText('异常情况'), '门窗破损');
    await expect(canvas.getByText('请拍照')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '下一项' }));
    await expect(canvas.getByText(/第 2 项，共 31 项/)).toBeVisible();
  },
};
export const Measured = {
  args: { place: atVisit, state: withVisits([workingVisit()], { drafts: [draft()] }) },
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /^第 29 项/ }));
    await userEvent.click(canvas.getByRole('radio', { name: '正常' }));
    await userEvent.type(canvas.getByLabelText(/实测值（mm），要求 ≥7 mm/), '6.5');
    await expect(canvas.getByText(/实测值超出要求/)).toBeVisible();
  },
};
export const Parts = {
  args: { place: atVisit, state: withVisits([workingVisit()], { drafts: [draft()] }) },
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /^部件/ }));
    await userEvent.click(canvas.getByRole('button', { name: '添加部件' }));
    await userEvent.type(canvas.getByLabelText('名称'), '门锁触点');
  },
};
export const PlacePhotos = {
  args: { place: atVisit, state: withVisits([workingVisit()], { drafts: [draft()] }) },
  play: async ({ canvasElement }: Played) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /^照片/ }));
  },
};
export const SignLacking = {
  args: { place: atVisit, state: withVisits([workingVisit()], { drafts: [draft()] }) },
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /^签名/ }));
    await expect(canvas.getByText('还差 32 处，完成后才能签名：')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: '提交记录' })).toBeNull();
  },
};
export const SignReady = {
  args: { place: atVisit, state: withVisits([workingVisit()], { drafts: [allAnswered] }) },
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /^签名/ }));
    await expect(canvas.getByRole('button', { name: '提交记录' })).toBeDisabled();
  },
};
export const Unsent = {
  args: { place: atVisit, state: withVisits([workingVisit()], { drafts: [allAnswered], queue: [submission(null)] }) },
};
export const RecordRefused = {
  args: {
    place: atVisit,
    state: withVisits([workingVisit()], {
      drafts: [allAnswered],
      queue: [submission('由首位签到的维保人员提交记录，您只需签名')],
    }),
  },
};
export const SentBack = {
  args: {
    place: atVisit,
    state: withVisits(
      [
        workingVisit({
          rejected_num: 1,
          state: standing([31, 32]),
          timeline: [
            {
              position: 9,
              version: 9,
              type: 'visit.rejected',
              title: '退回',
              detail: '底坑照片不清楚',
              actor_name: '郑安',
              actor_role: '物业公司',
              at: '2026-03-04T15:00:00.000+08:00',
              received_at: '2026-03-04T15:00:00.000+08:00',
              hash: '',
            },
          ],
        }),
      ],
      { drafts: [{ ...allAnswered, isSent: true }] },
    ),
  },
};
export const SecondWorker = {
  args: { place: atVisit, state: withVisits([workingVisit({ state: standing([32, 31]) })]) },
};
export const WaitsForOthers = {
  args: { place: atVisit, state: withVisits([submittedVisit({ state: standing([31, 32], [31]), signed_num: 1 })]) },
};
export const Queue = {
  args: {
    place: { kind: 'queue' },
    state: inside({
      queue: [checkIn('您已签到'), submission(null)],
      sendProblem: '网络连接失败，请检查网络后重试',
      drafts: [{ ...draft(), visitId: 7, title: 'CH-09-01 9 幢' }],
    }),
  },
};
export const QueueEmpty = { args: { place: { kind: 'queue' } } };
export const Gone = { args: { place: { kind: 'visit', id: 99 } } };
export const OfficerList = {
  args: { state: officers([submittedVisit(), submittedVisit({ id: 2, tag: 'CH-01-02' })]) },
};
/** Her pages, which workers do not have, are fetched when she opens them. */
export const OfficerOpensCodes = {
  args: { state: officers([]) },
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: '动态码' }));
    // The officer's part is fetched with the first press.
    const lift = await canvas.findByRole('button', { name: /CH-01-03/ }, { timeout: 10_000 });
    await expect(lift).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '返回' }));
    await expect(canvas.getByRole('button', { name: '电动车' })).toBeVisible();
  },
};
export const OfficerRecord = {
  args: { place: atVisit, state: officers([submittedVisit()]) },
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: '退回维保人员' }));
    await userEvent.click(canvas.getByRole('button', { name: '退回' }));
    await expect(canvas.getByRole('alert')).toBeVisible();
    await userEvent.type(canvas.getByLabelText('退回原因'), '底坑照片不清楚');
    await userEvent.click(canvas.getByRole('button', { name: '退回' }));
    await expect(canvas.getByText('已保存在本机，等待上传')).toBeVisible();
  },
};
export const OfficerWaits = {
  args: {
    place: atVisit,
    state: officers([submittedVisit({ state: standing([31, 32], [31]), signed_num: 1, allowed_actions: [] })]),
  },
};
