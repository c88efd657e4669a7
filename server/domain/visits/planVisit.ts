import * as z from 'zod';
import { liftStates } from '../../../src/contract/entities/elevatorFields.ts';
import { liftCategories } from '../../../src/contract/liftCategories.ts';
import type { visitEvents, VisitWorker } from '../../../src/contract/events/visit.ts';
import { dayStartMs } from '../../../src/contract/time.ts';
import { itemsAskedBy, standardListVersion, type CheckItem } from '../../../src/contract/visits/checkItem.ts';
import { standardItemsOf } from '../../../src/contract/visits/checkItems.ts';
import type { VisitKind } from '../../../src/contract/visits/visitKinds.ts';
import type { Queries } from '../../store/eventStore.ts';
import { areaIdsOfPath } from '../city/areaPath.ts';
import { itemsOfRow } from './itemsOfVisit.ts';
import { liftsWithResponsible, responsibleOf } from '../city/responsible.ts';

export type PlannedData = z.input<(typeof visitEvents)['visit.planned']>;

/** A visit may be begun so many days before its due day. */
const earlyDays = 5;
const dayMs = 86_400_000;

/** A lift as planning needs it. */
export interface PlannedLift {
  readonly id: number;
  /** The reason why it cannot be planned, in Chinese with what to do; undefined where nothing hinders it. */
  readonly hindrance: string | undefined;
  /** A member of `liftStates`. */
  readonly state: number;
  /** The items of the list of its own, of all kinds; undefined where it follows the standard's. */
  readonly ownItems: readonly CheckItem[] | undefined;
  /** The event's data but its number, kind, items, days, workers and reason. */
  readonly subject: Pick<
    PlannedData,
    'elevatorId' | 'tag' | 'addr' | 'responsible' | 'category' | 'listVersion' | 'parameters' | 'workersNeeded'
  >;
  readonly putIntoUseOn: string;
  readonly maintainedSinceMs: number | null;
}

/** Returns the reason why a lift cannot be planned, in Chinese with what to do; undefined where nothing hinders it. */
export function hindranceOf(row: {
  state: number;
  category: string;
  special_type: string;
  check_list_id: number | null;
  maintenance_id: number | null;
}) {
  if (row.state !== liftStates.inUse) return '电梯未在用，不排期';
  if (row.maintenance_id === null) return '未登记维保单位，请先在电梯管理中填写';
  if (row.category === '') return '未登记电梯类别，请先在电梯管理中填写';
  if (row.special_type !== '' && row.check_list_id === null)
    return '消防员电梯与防爆电梯须按制造单位的项目维保，请先导入专用清单，再在电梯管理中选择';
  return undefined;
}

/** Items of the lift's own list that a visit of this kind asks; undefined where it follows the standard's, which no event repeats. */
export const ownItemsFor = ({ ownItems }: Pick<PlannedLift, 'ownItems'>, kind: VisitKind) =>
  ownItems === undefined ? undefined : itemsAskedBy(ownItems, kind);

/** Items that a visit of this kind to the lift asks, of its own list or of the standard's. */
export const itemsFor = (lift: PlannedLift, kind: VisitKind): readonly CheckItem[] =>
  ownItemsFor(lift, kind) ?? standardItemsOf(lift.subject.category, kind);

/** Returns the number of workers that a region demands: its own figure, or the nearest above it; two where none says it. */
function workersNeeded(path: string, ofArea: ReadonlyMap<number, number>): 1 | 2 {
  const nearest = areaIdsOfPath(path).findLast((id) => ofArea.has(id));
  return nearest !== undefined && ofArea.get(nearest) === 1 ? 1 : 2;
}

/** Lifts of these ids, or all after `afterId` in the order of their ids, with what a visit to each is planned from. */
export async function readPlannedLifts(
  queries: Queries,
  chosen: { readonly ids: readonly number[] } | { readonly afterId: number; readonly limit: number },
): Promise<readonly PlannedLift[]> {
  let lifts = liftsWithResponsible(queries)
    .leftJoin('check_lists as l', 'l.id', 'e.check_list_id')
    .select([
      'e.id',
      'e.tag',
      'e.addr',
      'e.state',
      'e.category',
      'e.special_type',
      'e.check_list_id',
      'e.put_into_use_on',
      'e.maintained_since_ms',
      'e.registration_code',
      'e.drive',
      'e.rated_load_kg',
      'e.rated_speed_mps',
      'e.floors_num',
      'e.stops_num',
      'e.doors_num',
      'l.list_version',
      'l.items as list_items',
    ])
    .orderBy('e.id');
  if ('ids' in chosen) lifts = lifts.where('e.id', 'in', chosen.ids);
  else lifts = lifts.where('e.id', '>', chosen.afterId).limit(chosen.limit);
  const [rows, areas] = await Promise.all([
    lifts.execute(),
    queries.selectFrom('areas').select(['id', 'visit_workers']).where('visit_workers', 'is not', null).execute(),
  ]);
  const ofArea = new Map(areas.map(({ id, visit_workers: workers }) => [id, workers ?? 2]));
  return rows.map((row) => ({
    id: row.id,
    hindrance: hindranceOf(row),
    state: row.state,
    ownItems: row.list_items === null ? undefined : itemsOfRow(row.list_items),
    subject: {
      elevatorId: row.id,
      tag: row.tag,
      addr: row.addr,
      responsible: responsibleOf(row),
      category: liftCategories.find((name) => name === row.category) ?? 'traction',
      listVersion: row.list_version ?? standardListVersion,
      parameters: {
        registrationCode: row.registration_code,
        drive: row.drive,
        ratedLoadKg: row.rated_load_kg,
        ratedSpeedMps: row.rated_speed_mps,
        floorsNum: row.floors_num,
        stopsNum: row.stops_num,
        doorsNum: row.doors_num,
      },
      workersNeeded: workersNeeded(row.area_path, ofArea),
    },
    putIntoUseOn: row.put_into_use_on,
    maintainedSinceMs: row.maintained_since_ms,
  }));
}

/** The data of `visit.planned` for a visit to this lift, due at the end of a day. */
export const plannedData = (
  lift: PlannedLift,
  visit: {
    readonly id: number;
    readonly kind: VisitKind;
    readonly dueOn: string;
    readonly workers?: readonly VisitWorker[];
    readonly items?: readonly CheckItem[] | undefined;
    readonly reason?: string | undefined;
  },
): PlannedData => {
  const dueStartMs = dayStartMs(visit.dueOn);
  const items = visit.items ?? ownItemsFor(lift, visit.kind);
  return {
    visitId: visit.id,
    ...lift.subject,
    kind: visit.kind,
    ...(items === undefined ? {} : { items: [...items] }),
    dueOn: visit.dueOn,
    dueStartMs,
    overdueAtMs: dueStartMs + dayMs,
    earliestAtMs: dueStartMs - earlyDays * dayMs,
    workers: [...(visit.workers ?? [])],
    ...(visit.reason === undefined || visit.reason === '' ? {} : { reason: visit.reason }),
  };
};
