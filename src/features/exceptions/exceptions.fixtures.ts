import { defer, Subject } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import { deviceLatestData, elevatorDetail, elevatorList } from '../../contract/endpoints/elevator.ts';
import {
  exceptionComment,
  exceptionComments,
  exceptionDelete,
  exceptionDetail,
  exceptionHandle,
  exceptionList,
  exceptionReportOther,
  faultCauseList,
} from '../../contract/endpoints/exception.ts';
import { notificationList } from '../../contract/endpoints/notification.ts';
import { uploadFile } from '../../contract/endpoints/uploadFile.ts';
import {
  exceptionRowSchema,
  type ExceptionComment,
  type ExceptionDetail,
  type ExceptionRow,
} from '../../contract/entities/exception.ts';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import { pageFrom } from '../../contract/envelope.ts';
import {
  childrenFixture,
  commentFixture,
  exceptionDetailFixture,
  faultCausesFixture,
  rescueExceptionFixture,
  type ExceptionFixture,
} from '../../contract/fixtures/exceptionFixtures.ts';
import {
  elevatorDetailFixture,
  fixtureNowMs,
  fixtureTime,
  latestDataFixture,
  rescueRowFixture,
} from '../../contract/fixtures/rescueFixtures.ts';
import {
  exceptionPrefixOf,
  type FaultStage,
  type IncidentStage,
  type ScooterStage,
} from '../../contract/exceptions.ts';
import type { DoorState } from '../../contract/labels.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import {
  answer,
  featureDepsFixture,
  fixtureCall,
  onePage,
  type AskedCall,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LinkStatus } from '../../streams/link/liveFeed.ts';

const minute = 60_000;

/** A typical afternoon's board: one of each type and stage, two past their limit. */
export const usualExceptions: readonly ExceptionDetail[] = [
  exceptionDetailFixture({ type: 2, stage: 'doorHeld', id: 401, agoMs: 4 * minute }),
  exceptionDetailFixture({ type: 2, stage: 'detected', id: 402, agoMs: 12 * minute }),
  exceptionDetailFixture({
    type: 3,
    stage: 'pending',
    id: 403,
    agoMs: 9 * minute,
    detail: {
      repeat_num: 2,
      rescues: [{ id: 318, created_at: fixtureTime(14 * minute), trigger_label: '设备检测困人' }],
    },
  }),
  exceptionDetailFixture({ type: 3, stage: 'onSite', id: 404, agoMs: 250 * minute, detail: { comment_num: 2 } }),
  exceptionDetailFixture({
    type: 3,
    stage: 'repaired',
    id: 405,
    agoMs: 80 * minute,
    detail: { parts: [{ name: '门锁触点', num: 2 }] },
  }),
  exceptionDetailFixture({
    type: 4,
    stage: 'checking',
    id: 406,
    agoMs: 3 * minute,
    detail: {
      title: '多台停电：翠湖花园 18 台',
      incident_kind: 'powerCut',
      source: 'group',
      source_label: '多台同时',
      code: '',
      device_key: '',
      child_num: 18,
      swept_num: 12,
      children: childrenFixture(18, 12, [15]),
    },
  }),
  exceptionDetailFixture({ type: 3, stage: 'done', id: 390, agoMs: 900 * minute }),
  exceptionDetailFixture({ type: 2, stage: 'falseAlarm', id: 391, agoMs: 700 * minute }),
  exceptionDetailFixture({ type: 4, stage: 'closed', id: 392, agoMs: 1_500 * minute }),
];

/** This many faults, the oldest with the lowest number. */
export const manyFaults = (count: number): readonly ExceptionDetail[] =>
  Array.from({ length: count }, (_, index) =>
    exceptionDetailFixture({ type: 3, stage: 'pending', id: 500 + index, agoMs: (count - index) * minute }),
  );

export const openRescue = rescueExceptionFixture(318, 5 * minute);

type At = Pick<ExceptionFixture, 'id' | 'agoMs'>;
const scooter = (stage: ScooterStage) => (at: At) => exceptionDetailFixture({ ...at, type: 2, stage });
const fault = (stage: FaultStage) => (at: At) => exceptionDetailFixture({ ...at, type: 3, stage });
const incident = (stage: IncidentStage) => (at: At) => exceptionDetailFixture({ ...at, type: 4, stage });

/** The exception after each step. */
const after: Readonly<Record<string, (at: At) => ExceptionDetail>> = {
  'fault.accepted': fault('accepted'),
  'fault.arrived': fault('onSite'),
  'fault.repaired': fault('repaired'),
  'fault.confirmed': fault('done'),
  'fault.judgedFalse': fault('falseReport'),
  'fault.reopened': fault('pending'),
  'scooter.visited': scooter('personOnSite'),
  'scooter.removed': scooter('removed'),
  'scooter.released': scooter('released'),
  'scooter.remotelyReleased': scooter('released'),
  'scooter.judgedFalse': scooter('falseAlarm'),
  'incident.checked': incident('checking'),
  'incident.closed': incident('closed'),
};

/** The same exception one step on. */
function movedOn(row: ExceptionDetail, event: string): ExceptionDetail | undefined {
  const moved = after[event]?.({ id: row.id, agoMs: fixtureNowMs - Date.parse(row.created_at) });
  const { title, children, child_num, swept_num, picture, position, rescues } = row;
  return moved && { ...moved, title, children, child_num, swept_num, picture, rescues, position: position + 1 };
}

export interface ExceptionServer {
  readonly deps: FeatureDeps;
  readonly asked: readonly AskedCall[];
  readonly row: (id: number) => ExceptionDetail | undefined;
  /** A change that came from elsewhere, with its push. */
  readonly put: (row: ExceptionDetail) => void;
  readonly remove: (id: number) => void;
  readonly link: (state: LinkStatus['state']) => void;
}

export interface ExceptionServerOptions {
  readonly rescues?: readonly ExceptionRow[];
  readonly comments?: readonly ExceptionComment[];
  /** The notices to the people whom the ladder has called for a rescue. */
  readonly notices?: readonly NotificationRow[];
  /** Every list fails like this. */
  readonly failure?: CallError;
  readonly isSilent?: boolean;
  /** Every step is refused like this. */
  readonly refusal?: CallError;
  readonly permissions?: readonly Permission[];
  /** The car's own report of its door. */
  readonly liveDoor?: DoorState;
}

const worstFirst = (a: ExceptionRow, b: ExceptionRow): number =>
  a.level - b.level || Number(b.overdue) - Number(a.overdue) || a.created_at.localeCompare(b.created_at);

/** The alarm center in memory: it lists, opens and moves exceptions, and pushes what changes. */
export function exceptionServer(
  initial: readonly ExceptionDetail[],
  {
    rescues = [],
    comments = [],
    notices = [],
    failure,
    isSilent = false,
    refusal,
    permissions,
    liveDoor = 'open',
  }: ExceptionServerOptions = {},
): ExceptionServer {
  const rows = new Map(initial.map((row) => [row.id, row]));
  const said = [...comments];
  const events$ = new Subject<PushEvent>();
  const link$ = new Subject<LinkStatus>();

  const push = ({ id, type, elevator_id: elevatorId }: ExceptionDetail, event: string): void => {
    if (type === 1) return;
    events$.next(changeFixture(`${exceptionPrefixOf[type]}.${event.split('.').at(-1)}`, { id, elevatorId }));
  };
  const found = (id: number): ExceptionDetail => {
    const row = rows.get(id);
    if (row === undefined) throw new CallError('notFound', '找不到该异常', 404);
    return row;
  };
  const put = (row: ExceptionDetail, event = 'changed'): void => {
    rows.set(row.id, row);
    push(row, event);
  };

  const answers: readonly FixtureAnswer[] = [
    answer(exceptionList, async (query) => {
      if (isSilent) await new Promise(() => undefined);
      if (failure !== undefined) throw failure;
      const { keyword = '', type, scope, status, overdue, is_false: isFalse } = query;
      const all = [...rescues, ...[...rows.values()].map((row) => exceptionRowSchema.parse(row))];
      const list = all
        .filter(
          (row) =>
            (type === undefined || type.includes(row.type)) &&
            (scope === 'all' || row.is_finished === (scope === 'history')) &&
            (status === undefined || status.includes(row.status)) &&
            (overdue === undefined || row.overdue === overdue) &&
            (isFalse === undefined || row.is_false === isFalse) &&
            `${row.tag}${row.addr}${row.title}`.includes(keyword),
        )
        .toSorted(worstFirst);
      return pageFrom(list, query);
    }),
    answer(exceptionDetail, ({ id }) => found(id)),
    answer(exceptionHandle, ({ id, event, data }) => {
      if (refusal !== undefined) throw refusal;
      const row = found(id);
      if (event === 'incident.swept' || event === 'incident.unswept') {
        const confirmed =
          event === 'incident.swept'
            ? { swept_by: { id: 2, name: '关立群' }, swept_at: fixtureTime(0), way: data.way }
            : { swept_by: null, swept_at: null, way: null };
        const children = row.children.map((car) =>
          car.elevator_id === data.elevatorId ? { ...car, ...confirmed } : car,
        );
        const swept_num = children.filter(({ swept_by: by }) => by !== null).length;
        put({ ...row, children, swept_num, position: row.position + 1 }, event);
        return found(id);
      }
      if (event === 'incident.closed' && row.swept_num < row.child_num) {
        const left = row.children.filter(({ swept_by: by }) => by === null);
        throw new CallError('refused', `还有 ${left.length} 台未确认：${left.map(({ tag }) => tag).join('、')}`, 1004);
      }
      const moved = movedOn(row, event);
      if (moved === undefined) throw new CallError('refused', '未知的处理步骤', 1001);
      put(moved, event);
      return found(id);
    }),
    answer(exceptionComments, (query) => pageFrom(said, query)),
    answer(exceptionComment, ({ text, photos = [] }) => {
      if (refusal !== undefined) throw refusal;
      const comment = commentFixture(said.length + 1, text, 0, photos);
      said.unshift(comment);
      return comment;
    }),
    answer(exceptionDelete, ({ id }) => {
      rows.delete(id);
      return {};
    }),
    answer(exceptionReportOther, () => {
      if (refusal !== undefined) throw refusal;
      return { id: 499, joined: false };
    }),
    answer(notificationList, ({ rescue_order_id: orderId }) =>
      onePage(notices.filter(({ rescue_order_id: id }) => id === orderId)),
    ),
    answer(faultCauseList, () => ({ list: [...faultCausesFixture] })),
    answer(uploadFile, () => ({
      url: '/files/AAAAAAAAAAAAAAAAAAAAAA.jpg',
      name: 'AAAAAAAAAAAAAAAAAAAAAA.jpg',
      size: 9,
    })),
    answer(elevatorDetail, ({ id }) =>
      elevatorDetailFixture(rescueRowFixture({ id: id - 1_200, stage: 'pending', agoMs: minute }), {
        open_rescue_id: null,
      }),
    ),
    answer(deviceLatestData, ({ elevator_id: id }) => {
      if (id === undefined) throw new CallError('refused', '请指定电梯', 1001);
      return latestDataFixture(rescueRowFixture({ id: id - 1_200, stage: 'pending', agoMs: minute }), {
        people: 0,
        codes: [],
        door: liveDoor,
        door_zone: true,
        floor: 1,
      });
    }),
    answer(elevatorList, ({ keyword = '' }) =>
      onePage(
        [1, 2, 3]
          .map((id) =>
            elevatorDetailFixture(rescueRowFixture({ id, stage: 'pending', agoMs: minute }), { open_rescue_id: null }),
          )
          .filter(({ tag, addr, rescue_code: code }) => `${tag}${addr}${code}`.includes(keyword)),
      ),
    ),
  ];
  const { call, asked } = fixtureCall(answers);
  const deps = featureDepsFixture({ call, ...(permissions === undefined ? {} : { permissions }) });
  const kept = new Map<string, string>();
  return {
    asked,
    row: (id) => rows.get(id),
    put,
    remove: (id) => {
      const row = found(id);
      rows.delete(id);
      push(row, 'closed');
    },
    link: (state) => link$.next({ state, sinceMs: fixtureNowMs }),
    deps: {
      ...deps,
      live: { ...deps.live, events$: defer(() => events$), link$: defer(() => link$) },
      tabStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    },
  };
}
