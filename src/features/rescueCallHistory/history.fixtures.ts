import { faultCausesFixture } from '../../contract/fixtures/exceptionFixtures.ts';
import { defer, Subject } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints/index.ts';
import { rescueList } from '../../contract/endpoints/rescue.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { pageFrom } from '../../contract/envelope.ts';
import {
  elevatorDetailFixture,
  fixtureTime,
  rescueRowFixture,
  timelineFixture,
} from '../../contract/fixtures/rescueFixtures.ts';
import type { NotificationState } from '../../contract/notificationWords.ts';
import { notificationFixture } from '../../contract/fixtures/notificationFixtures.ts';
import type { PushEvent } from '../../contract/push.ts';
import { rescueCauseLabels, rescueCauses, rescueTriggerLabels, rescueTriggers } from '../../contract/labels.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { whyRangFixture } from '../../parts/ringing/whyRang.fixtures.ts';
import { featureDepsFixture, onePage } from '../../parts/stories/featureDeps.fixtures.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';

const places = ['翠湖花园', '云锦雅苑', '星河国际', '东岸家园', '梧桐里', '锦绣园'] as const;
const hour = 3_600_000;

/** This number of closed rescues, newest first, as in a real city: most in time, a few late, some false calls. */
export function historyRows(count: number): RescueOrderRow[] {
  return Array.from({ length: count }, (_, index) => {
    const id = 900 - index;
    const agoMs = (1.4 + index * 5.3) * hour;
    const isFalse = index % 7 === 3;
    const isLate = index % 11 === 5;
    const place = places[index % places.length] ?? places[0];
    const trigger = rescueTriggers[index % rescueTriggers.length] ?? 'trapped';
    const cause = rescueCauses[index % rescueCauses.length] ?? 'other';
    return rescueRowFixture({
      id,
      stage: isFalse ? 'falseCall' : 'completed',
      agoMs,
      row: {
        addr: `${1 + (index % 12)} 栋 ${1 + (index % 3)} 单元`,
        community_name: place,
        trigger,
        trigger_label: rescueTriggerLabels[trigger],
        ...(isFalse
          ? {}
          : {
              cause,
              cause_label: rescueCauseLabels[cause],
              ...(cause === 'door' ? { cause_detail: '301', cause_detail_label: '轿门锁' } : {}),
              people_num: 1 + (index % 3),
            }),
        ...(isLate && !isFalse
          ? {
              overdue: true,
              arrive_seconds: 2_105,
              arrived_at: fixtureTime(agoMs - 2_105_000),
              released_at: fixtureTime(agoMs - 2_290_000),
              completed_at: fixtureTime(agoMs - 2_480_000),
            }
          : {}),
      },
    });
  });
}

/** Two people called when it rang, and three in the first round, of whom one was not reached. */
const noticesOf = (orderId: number) => {
  const agoMs = (1.4 + (900 - orderId) * 5.3) * hour;
  const notices: readonly { rung: number; recipient: string; state: NotificationState; afterMs: number }[] = [
    { rung: 0, recipient: '张伟', state: 'acknowledged', afterMs: 1_000 },
    { rung: 0, recipient: '李娜', state: 'delivered', afterMs: 1_000 },
    { rung: 1, recipient: '周德明', state: 'delivered', afterMs: 61_000 },
    { rung: 1, recipient: '王强', state: 'answered', afterMs: 61_000 },
    { rung: 1, recipient: '陈立', state: 'givenUp', afterMs: 61_000 },
  ];
  return notices.map(({ afterMs, ...notice }, index) =>
    notificationFixture({
      ...notice,
      id: orderId * 10 + index,
      agoMs: agoMs - afterMs,
      rescue_order_id: orderId,
    }),
  );
};

export interface HistoryServer {
  readonly deps: FeatureDeps;
  readonly asked: { path: string; body: unknown }[];
}

interface HistoryServerOptions {
  /** Every list fails like this. */
  readonly failure?: CallError;
  /** Nothing is ever answered. */
  readonly isSilent?: boolean;
}

/** A server of closed rescues in memory: filters, sorts and pages as the contract says. */
export function historyServer(
  initial: readonly RescueOrderRow[],
  { failure, isSilent = false }: HistoryServerOptions = {},
): HistoryServer {
  const hidden = new Set<number>();
  const rows = [...initial];
  const events$ = new Subject<PushEvent>();
  const asked: { path: string; body: unknown }[] = [];

  const list = (body: unknown) => {
    const query = rescueList.input.parse(body);
    const {
      id,
      keyword = '',
      trigger,
      cause,
      overdue,
      false_call: falseCall,
      accepted_by: acceptedBy = '',
      status,
      from,
      to,
      sort,
      order,
    } = query;
    const found = rows.filter(
      (row) =>
        !hidden.has(row.id) &&
        (id === undefined || row.id === id) &&
        `${row.tag}${row.addr}${row.community_name}${row.rescue_code}`.includes(keyword) &&
        (trigger === undefined || trigger.includes(row.trigger)) &&
        (cause === undefined || (row.cause !== null && cause.includes(row.cause))) &&
        (overdue === undefined || row.overdue === overdue) &&
        (falseCall === undefined || (row.stage === 'falseCall') === falseCall) &&
        (row.accepted_by?.name ?? '').includes(acceptedBy) &&
        (status === undefined || status.includes(row.status)) &&
        (from === undefined || Date.parse(row.created_at) >= Date.parse(from)) &&
        (to === undefined || Date.parse(row.created_at) <= Date.parse(to)),
    );
    const sorted =
      sort === 'community_name'
        ? found.toSorted((a, b) => a.community_name.localeCompare(b.community_name, 'zh'))
        : found;
    const ordered = order === 'asc' ? sorted.toReversed() : sorted;
    return pageFrom(ordered, query);
  };
  const answer = (path: string, body: Record<string, unknown>): unknown => {
    const row = rows.find(({ id }) => id === body['id']);
    switch (path) {
      case endpoints.rescueList.path:
        return list(body);
      case endpoints.faultCauseList.path:
        return { list: faultCausesFixture };
      case endpoints.rescueTimeline.path:
        return row === undefined ? [] : timelineFixture(row);
      case endpoints.notificationList.path:
        return onePage(noticesOf(Number(body['rescue_order_id'])), 200);
      case endpoints.elevatorDetail.path: {
        const ofLift = initial.find((candidate) => candidate.elevator_id === body['id']);
        if (ofLift === undefined) throw new CallError('notFound', '找不到该电梯', 404);
        return elevatorDetailFixture(ofLift);
      }
      case endpoints.rescueDelete.path: {
        const parsed = endpoints.rescueDelete.input.safeParse(body);
        if (!parsed.success) throw new CallError('refused', parsed.error.issues[0]?.message ?? '填写有误', 1001);
        hidden.add(parsed.data.id);
        return {};
      }
      case endpoints.rescueWhy.path:
        return whyRangFixture();
      case endpoints.rescueAckState.path: {
        const parsed = endpoints.rescueAckState.input.safeParse(body);
        const index = initial.findIndex(({ id }) => id === body['id']);
        const found = rows[index];
        if (!parsed.success || found === undefined) throw new CallError('refused', '填写有误', 1001);
        const changes = parsed.data.event === 'rescue.corrected' ? parsed.data.data.changes : {};
        rows[index] = {
          ...found,
          corrected_num: found.corrected_num + 1,
          injured_num: changes.injuredNum ?? found.injured_num,
        };
        events$.next(changeFixture('rescue.corrected', { id: found.id, elevatorId: found.elevator_id }));
        return rows[index];
      }
      default:
        throw new CallError('notFound', `没有这个接口：${path}`, 404);
    }
  };
  // The overload expresses what the generic cannot: the answer was parsed by this very endpoint's schema.
  function call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>;
  async function call(endpoint: Endpoint, input: unknown): Promise<unknown> {
    const body: Record<string, unknown> = { ...(typeof input === 'object' ? input : {}) };
    asked.push({ path: endpoint.path, body });
    if (isSilent) await new Promise(() => undefined);
    if (failure !== undefined) throw failure;
    return endpoint.output.parse(await Promise.resolve(answer(endpoint.path, body)));
  }
  const deps = featureDepsFixture({ call });
  return { asked, deps: { ...deps, live: { ...deps.live, events$: defer(() => events$) } } };
}
