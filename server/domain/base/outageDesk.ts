import type { ParsedInputOf } from '../../../src/contract/endpoint.ts';
import type { outagePlan, OutageStep } from '../../../src/contract/endpoints/outage.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { toDisplayTime, toWireTime } from '../../../src/contract/time.ts';
import type { EventDraft } from '../../../src/machines/lifecycle.ts';
import { outageLifecycle } from '../../../src/machines/outageLifecycle.ts';
import type { Principal } from '../../access/principal.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { Directory, ElevatorInfo } from '../city/directory.ts';
import { outageScope, requireElevatorInScope, requireRecordInScope } from '../city/recordScope.ts';
import { decideAs, type DecisionParts } from '../decide.ts';
import { NotFound, Refusal } from '../refusal.ts';
import type { RowDesk } from '../rows/rowDesk.ts';
import type { NoticeValues } from './communityNotice.ts';

/** Planned outages of lifts. Each throws Refusal in Chinese, or NotFound for lifts and outages out of scope. */
export interface OutageDesk {
  /** One outage for each lift. Returns their ids. */
  plan(by: Principal, wish: ParsedInputOf<typeof outagePlan>): Promise<readonly number[]>;
  step(by: Principal, step: OutageStep): Promise<void>;
  /** Drafts a notice to the people of the community that these outages are in. Returns the draft's id. */
  draftNotice(by: Principal, outageIds: readonly number[]): Promise<number>;
}

export interface OutageDeskParts extends DecisionParts {
  readonly store: EventStore;
  readonly directory: Directory;
  readonly notices: Pick<RowDesk<NoticeValues>, 'save'>;
}

const openStates = ['planned', 'active', 'overrun'];
const minuteOf = (atMs: number): string => toDisplayTime(atMs).slice(0, 16);
const dayOf = (atMs: number): string => toWireTime(atMs).slice(0, 10);

/** Refuses where another outage of the lift is not over and shares a moment with this one; `own` is not another. */
function* requireFree(
  queries: Queries,
  { id, tag }: ElevatorInfo,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  own = 0,
): TransactionSteps {
  const [other] = yield* run(
    queries
      .selectFrom('outages')
      .select(['from_ms', 'to_ms'])
      .where('elevator_id', '=', id)
      .where('id', '<>', own)
      .where('state', 'in', openStates)
      .where('from_ms', '<', toMs)
      .where((outage) => outage.or([outage('to_ms', '>', fromMs), outage('state', '=', 'overrun')]))
      .limit(1),
  );
  if (other !== undefined)
    throw new Refusal(
      `${tag} 在 ${minuteOf(other.from_ms)} 至 ${minuteOf(other.to_ms)} 已有停梯安排，请延长、结束或取消它，或另选时间`,
      refusalCodes.conflict,
    );
}

export function createOutageDesk(parts: OutageDeskParts): OutageDesk {
  const { store, clock, directory, notices } = parts;

  async function outagesInScope(by: Principal, ids: readonly number[]) {
    for (const id of ids) await requireRecordInScope(parts, by, outageScope.table, id);
    return store.rows.selectFrom('outages').selectAll().where('id', 'in', ids).orderBy('from_ms').execute();
  }

  return {
    async plan(by, { elevator_ids: elevatorIds, from, to, reason }) {
      const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
      const lifts = [...new Set(elevatorIds)].map((id) => requireElevatorInScope(directory, by, id));
      if (toMs <= clock.nowMs())
        throw new Refusal('结束时间已过，请重新选择', refusalCodes.invalid, [{ field: 'to', message: '须晚于现在' }]);
      // Asked for all before the first is written, so that a refusal leaves nothing half planned; and again with each write.
      await store.write(function* (queries) {
        for (const lift of lifts) yield* requireFree(queries, lift, { fromMs, toMs });
      });
      const ids: number[] = [];
      for (const lift of lifts) {
        const outageId = await store.nextId('outage');
        await decideAs(parts, by, outageLifecycle, {
          stream: streamName('outage', outageId),
          choose: () => ({
            type: 'outage.planned',
            data: {
              outageId,
              elevatorId: lift.id,
              tag: lift.tag,
              addr: lift.addr,
              fromMs,
              toMs,
              reason,
              responsible: lift.responsible,
            },
          }),
          effects: (queries) => requireFree(queries, lift, { fromMs, toMs }, outageId),
        });
        ids.push(outageId);
      }
      return ids;
    },

    async step(by, { id, ...step }) {
      await requireRecordInScope(parts, by, outageScope.table, id);
      const draft: EventDraft =
        step.event === 'outage.extended'
          ? { type: step.event, data: { toMs: Date.parse(step.data.to) } }
          : { type: step.event, data: step.data };
      await decideAs(parts, by, outageLifecycle, { stream: streamName('outage', id), choose: () => draft });
    },

    async draftNotice(by, outageIds) {
      const rows = await outagesInScope(by, [...new Set(outageIds)]);
      const [first] = rows;
      if (first === undefined) throw new NotFound();
      if (rows.some((row) => row.community_id !== first.community_id))
        throw new Refusal('所选停梯不在同一小区，请按小区分别起草公告', refusalCodes.invalid);
      const tags = rows.map(({ tag, addr }) => (addr === '' ? tag : `${addr}（${tag}）`));
      const lines = rows.map(
        ({ addr, tag, from_ms: fromMs, to_ms: toMs, reason }) =>
          `${addr === '' ? tag : `${addr}（${tag}）`}：${minuteOf(fromMs)} 至 ${minuteOf(toMs)}，${reason}。`,
      );
      const endMs = Math.max(...rows.map((row) => row.to_ms));
      const title = `${rows.length === 1 ? (tags[0] ?? '') : `${rows.length} 台电梯`}停梯公告`;
      const { id } = await notices.save(by, {
        community_id: first.community_id,
        title: title.slice(0, 60),
        content: `${lines.join('\n').slice(0, 900)}\n停梯期间请改乘其他电梯或走楼梯，给您带来不便，敬请谅解。`,
        kind: 'outage',
        // People are told before it begins.
        valid_from: dayOf(clock.nowMs()),
        valid_to: dayOf(endMs),
      });
      return id;
    },
  };
}
