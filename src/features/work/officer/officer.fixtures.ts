import { CallError, type Call } from '../../../contract/call.ts';
import { presenceCode, presenceLifts, type PresenceLift } from '../../../contract/endpoints/cabin.ts';
import { exceptionHandle, exceptionList } from '../../../contract/endpoints/exception.ts';
import { exceptionRowSchema, type ExceptionDetail } from '../../../contract/entities/exception.ts';
import { pageFrom, refusalCodes } from '../../../contract/envelope.ts';
import { childrenFixture, exceptionDetailFixture } from '../../../contract/fixtures/exceptionFixtures.ts';
import { toWireTime } from '../../../contract/time.ts';
import { answer, fixtureCall } from '../../../parts/stories/featureDeps.fixtures.ts';
import { storyNowMs } from '../../../ui/stories/nowMs.ts';

const minute = 60_000;

const lift = (id: number, visit: PresenceLift['visit']): PresenceLift => ({
  id,
  tag: `CH-01-${String(id).padStart(2, '0')}`,
  addr: `${id} 幢 1 单元`,
  community_name: '翠湖花园',
  visit,
});
const usualLifts: readonly PresenceLift[] = [
  lift(3, 'working'),
  lift(5, 'today'),
  lift(7, 'overdue'),
  lift(1, null),
  lift(2, null),
];
export const manyLifts: readonly PresenceLift[] = Array.from({ length: 40 }, (_, index) =>
  lift(index + 1, index === 0 ? 'working' : null),
);

export const usualFaults: readonly ExceptionDetail[] = [
  exceptionDetailFixture({ type: 3, stage: 'pending', id: 403, agoMs: 9 * minute, detail: { repeat_num: 2 } }),
  exceptionDetailFixture({
    type: 3,
    stage: 'pending',
    id: 404,
    agoMs: 250 * minute,
    detail: {
      title: '关门不良',
      source: 'person',
      source_label: '人员登记',
      caller_name: '李女士',
      mobile: '13800000000',
      detail: '三楼关门要推一下',
      active: false,
    },
  }),
  exceptionDetailFixture({ type: 3, stage: 'repaired', id: 405, agoMs: 80 * minute }),
  exceptionDetailFixture({ type: 4, stage: 'opened', id: 406, agoMs: 3 * minute }),
  exceptionDetailFixture({
    type: 4,
    stage: 'checking',
    id: 407,
    agoMs: 3 * minute,
    detail: { title: '多台停电', child_num: 18, swept_num: 12, children: childrenFixture(18, 12), allowed_actions: [] },
  }),
];
export const usualScooters: readonly ExceptionDetail[] = [
  exceptionDetailFixture({ type: 2, stage: 'doorHeld', id: 411, agoMs: 4 * minute }),
  exceptionDetailFixture({
    type: 2,
    stage: 'detected',
    id: 410,
    agoMs: 12 * minute,
    detail: { cleared_at: toWireTime(storyNowMs - 11 * minute), active: false },
  }),
  exceptionDetailFixture({
    type: 2,
    stage: 'released',
    id: 409,
    agoMs: 900 * minute,
    detail: { picture: 'AAAAAAAAAAAAAAAAAAAAAA.jpg' },
  }),
  exceptionDetailFixture({ type: 2, stage: 'falseAlarm', id: 408, agoMs: 1_500 * minute }),
];

export const picturedScooter = exceptionDetailFixture({
  type: 2,
  stage: 'doorHeld',
  id: 412,
  agoMs: 2 * minute,
  detail: { picture: `${'S'.repeat(22)}.png` },
});

export const offline = new CallError('offline', '网络连接失败，请检查网络后重试', 0);
export const denied = new CallError('denied', '您没有权限执行此操作，请联系管理员', 403);

export interface OfficerServer {
  /** Its answer when it is asked for the lifts. */
  readonly lifts?: readonly PresenceLift[] | CallError | 'silence';
  readonly records?: readonly ExceptionDetail[];
  /** The code changes after this. */
  readonly codeForMs?: number;
  /** The first answers to a list or a code are given, and this failure from then on. */
  readonly failsAfter?: { readonly answers: number; readonly error: CallError };
  /** Neither a list of records nor a code is ever answered. */
  readonly isSilent?: boolean;
  /** Every step is refused like this. */
  readonly refusal?: string;
}

const silence = () => new Promise<never>(() => undefined);

/** The server of a safety officer's telephone, in memory. */
export function officerCall({
  lifts = usualLifts,
  records = [],
  codeForMs = 4_000,
  failsAfter,
  isSilent = false,
  refusal,
}: OfficerServer): Call {
  let answered = 0;
  const kept = new Map(records.map((row) => [row.id, row]));
  async function orFailure<Answer>(given: () => Answer): Promise<Answer> {
    if (isSilent) return silence();
    answered += 1;
    if (failsAfter !== undefined && answered > failsAfter.answers) throw failsAfter.error;
    return given();
  }
  return fixtureCall([
    answer(presenceLifts, () => {
      if (lifts === 'silence') return silence();
      if (lifts instanceof CallError) throw lifts;
      return { list: [...lifts] };
    }),
    answer(presenceCode, () =>
      orFailure(() => ({
        code: '482913',
        next_at: toWireTime(storyNowMs + codeForMs),
        valid_until: toWireTime(storyNowMs + codeForMs + 55_000),
        now: toWireTime(storyNowMs),
      })),
    ),
    answer(exceptionList, (query) =>
      orFailure(() =>
        pageFrom(
          [...kept.values()].map((row) => exceptionRowSchema.parse(row)),
          query,
        ),
      ),
    ),
    answer(exceptionHandle, ({ id, event }) => {
      const row = kept.get(id);
      if (refusal !== undefined || row === undefined)
        throw new CallError('refused', refusal ?? '未知的处理步骤', refusalCodes.notAllowedNow);
      const stage = event === 'fault.accepted' ? 'accepted' : 'done';
      const moved = {
        ...exceptionDetailFixture({ type: 3, stage, id, agoMs: 9 * minute }),
        position: row.position + 1,
      };
      kept.set(id, moved);
      return moved;
    }),
  ]).call;
}
