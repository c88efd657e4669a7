import { whyRangFixture } from '../../parts/ringing/whyRang.fixtures.ts';
import { BehaviorSubject, NEVER, of, Subject } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints/index.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { faultCausesFixture } from '../../contract/fixtures/exceptionFixtures.ts';
import {
  elevatorDetailFixture,
  fixtureNowMs,
  fixtureTime,
  latestDataFixture,
  rescueRowFixture,
  timelineFixture,
} from '../../contract/fixtures/rescueFixtures.ts';
import type { RescueStage } from '../../contract/labels.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';

const stageAfter: Readonly<Record<string, RescueStage>> = {
  'rescue.accepted': 'accepted',
  'rescue.dispatched': 'dispatched',
  'rescue.arrived': 'arrived',
  'rescue.released': 'released',
  'rescue.selfReleased': 'released',
  'rescue.completed': 'completed',
  'rescue.judgedFalse': 'falseCall',
};

const page = (list: readonly unknown[]) => ({ list, current_page: 1, page_size: 200, total: list.length, max_page: 1 });

/** Returns the storage of a tab, for as long as the story's server is there. */
function memoryTab(): FeatureDeps['tabStorage'] {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

export interface DeskServer {
  readonly deps: FeatureDeps;
  /** The requests to the server, newest last: path and body. */
  readonly asked: { path: string; body: unknown }[];
  readonly push: (event: PushEvent) => void;
  /** The row as it is now. */
  readonly row: (id: number) => RescueOrderRow | undefined;
  /** Another dispatcher takes this call before anybody here does. */
  readonly takeByOther: (id: number) => void;
  /** The next request about this order does not get through. */
  readonly loseNext: (id: number) => void;
}

/**
 * A server of a few orders in memory, for stories of the whole page: it answers as the contract says, and knows
 * only as much of the lifecycle as the fixtures tell.
 */
export function deskServer(initial: readonly RescueOrderRow[]): DeskServer {
  const rows = new Map(initial.map((row) => [row.id, row]));
  const asked: { path: string; body: unknown }[] = [];
  const events$ = new Subject<PushEvent>();
  let position = 9_000;
  const lost = new Set<number>();

  const move = (id: number, event: string, by = { id: 61, name: '张伟' }): RescueOrderRow => {
    const before = rows.get(id);
    if (before === undefined) throw new CallError('notFound', '找不到该救援单', 404);
    const stage = stageAfter[event] ?? before.stage;
    const { addr, community_name, trigger, trigger_label, breach } = before;
    const after = rescueRowFixture({
      id,
      stage,
      agoMs: fixtureNowMs - Date.parse(before.created_at),
      row: {
        addr,
        community_name,
        trigger,
        trigger_label,
        breach: stage === 'pending' ? breach : null,
        accepted_by: by,
        updated_at: fixtureTime(0),
        position: ++position,
      },
    });
    rows.set(id, after);
    events$.next(changeFixture(event, { id, elevatorId: after.elevator_id }));
    return after;
  };
  const find = (id: unknown): RescueOrderRow | undefined => (typeof id === 'number' ? rows.get(id) : undefined);
  const ofElevator = (id: unknown): RescueOrderRow | undefined =>
    [...rows.values()].find((row) => row.elevator_id === Number(id));

  const answer = (path: string, body: Record<string, unknown>): unknown => {
    const isCommand = path === endpoints.rescueAck.path || path === endpoints.rescueAckState.path;
    if (isCommand && lost.delete(Number(body['id'])))
      throw new CallError('offline', '网络连接失败，请检查网络后重试', 0);
    switch (path) {
      case endpoints.rescueList.path:
        return page(
          body['id'] === undefined
            ? [...rows.values()].filter(({ status }) => status !== 2)
            : [find(body['id'])].filter((row) => row !== undefined),
        );
      case endpoints.rescueTimeline.path: {
        const row = find(body['id']);
        return row === undefined ? [] : timelineFixture(row);
      }
      case endpoints.faultCauseList.path:
        return { list: faultCausesFixture };
      case endpoints.notificationList.path:
        return page([]);
      case endpoints.rescueWhy.path:
        return whyRangFixture();
      case endpoints.rescueAck.path: {
        const row = find(body['id']);
        if (row?.accepted_by != null) throw new CallError('refused', `${row.accepted_by.name} 已受理`, 1005);
        return move(Number(body['id']), 'rescue.accepted');
      }
      case endpoints.rescueAckState.path:
        return move(Number(body['id']), String(body['event']));
      case endpoints.elevatorDetail.path: {
        const row = ofElevator(body['id']);
        if (row === undefined) throw new CallError('notFound', '找不到该电梯', 404);
        return elevatorDetailFixture(row);
      }
      case endpoints.deviceLatestData.path: {
        const row = ofElevator(body['elevator_id']);
        if (row === undefined) throw new CallError('notFound', '找不到该电梯', 404);
        return latestDataFixture(row);
      }
      case endpoints.elevatorList.path:
        return page(initial.map((row) => elevatorDetailFixture(row)));
      case endpoints.exceptionReport.path: {
        const open = ofElevator(body['elevator_id']);
        return { rescue_order_id: open?.id ?? 1, joined: open !== undefined, accepted_by: open?.accepted_by ?? null };
      }
      case endpoints.userOptions.path:
        return page([{ id: 62, name: '刘洋', role_label: '调度员', online: true }]);
      default:
        throw new CallError('notFound', `没有这个接口：${path}`, 404);
    }
  };
  // The overload expresses what the generic cannot: the answer was parsed by this very endpoint's schema.
  function call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>;
  async function call(endpoint: Endpoint, input: unknown): Promise<unknown> {
    const body: Record<string, unknown> = { ...(typeof input === 'object' ? input : {}) };
    if (endpoint.path !== endpoints.deviceLatestData.path) asked.push({ path: endpoint.path, body });
    // Parsed as the real client parses, so that a fixture that drifts from the contract fails its story.
    return endpoint.output.parse(await Promise.resolve(answer(endpoint.path, body)));
  }
  return {
    asked,
    push: (event) => events$.next(event),
    row: find,
    loseNext: (id) => void lost.add(id),
    takeByOther: (id) => void move(id, 'rescue.accepted', { id: 62, name: '刘洋' }),
    deps: {
      call,
      saveFile: () => Promise.resolve(),
      live: {
        link$: new BehaviorSubject({ state: 'live' as const, sinceMs: fixtureNowMs }),
        events$,
        ringing$: of([]),
        serverNow$: new BehaviorSubject(fixtureNowMs),
        snapshotNeeded$: NEVER,
      },
      user: {
        id: 61,
        name: '张伟',
        account: 'dispatcher1',
        role_type: 5,
        role_label: '调度员',
        mobile: '',
        permissions: [],
        must_change_password: false,
      },
      can: () => true,
      notify: { success: () => undefined, error: () => undefined },
      openRescue: () => undefined,
      findLift: () => undefined,
      openRecording: () => undefined,
      ticks$: NEVER,
      tabStorage: memoryTab(),
      sound: { permission$: NEVER, start: () => undefined, stop: () => undefined, arm: () => undefined },
    },
  };
}
