import { powerCutKey } from '../../../src/machines/openExceptionKey.ts';
import { sql, type RawBuilder } from 'kysely';
import type { AlarmKind, AlarmPriority } from '../../../src/contract/labels.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { sharedRead } from '../../store/sharedReads.ts';
import { servicedLifts } from './servicedLifts.ts';
import { followsFromPowerCut, suppressionOf, type SuppressionReason, type SuppressionRule } from './suppression.ts';

/** A power cut that is not closed yet. */
export interface OpenPowerCut {
  readonly exceptionId: number;
  readonly stream: string;
}

/** A pattern for SQL's "like" that fits the keys of open power cuts (see `openKeyOf`). */
export const powerCutKeys = `${powerCutKey}%`;
const inspectionKey = 'incident:inspection';
const liftPrefix = 'lift-';

/** Returns the open power cut that each lift belongs to and has not come back from. */
export const powerCutOfLift = sharedRead(async ({ rows }, elevatorIds: readonly number[]) => {
  const found = await rows
    .selectFrom('exception_children as c')
    .innerJoin('open_exceptions as o', 'o.exception_id', 'c.exception_id')
    .select(['c.elevator_id', 'c.exception_id', 'o.stream'])
    .where('c.elevator_id', 'in', elevatorIds)
    .where('c.restored_at_ms', 'is', null)
    .where('o.cause_key', 'like', powerCutKeys)
    .execute();
  return new Map(
    found.map(({ elevator_id, exception_id, stream }): [number, OpenPowerCut] => [
      elevator_id,
      { exceptionId: exception_id, stream },
    ]),
  );
});

/** The lifts that have an open incident because they run in inspection mode. */
const inspectedLifts = sharedRead(async ({ rows }, elevatorIds: readonly number[]) => {
  const found = await rows
    .selectFrom('open_exceptions')
    .select('place')
    .where('cause_key', '=', inspectionKey)
    .where(
      'place',
      'in',
      elevatorIds.map((id) => `${liftPrefix}${id}`),
    )
    .execute();
  return new Map(found.map(({ place }) => [Number(place.slice(liftPrefix.length)), true]));
});

/** `service_mode` of a lift's report. */
const inspectionMode = 2;
/** A mode reported longer ago than this says nothing about now. */
const freshForMs = 5 * 60_000;

/** The latest reports of the lifts. */
export interface LatestReports {
  get(
    elevatorId: number,
  ):
    | { readonly receivedAtMs: number; readonly report: { readonly service_mode: number; readonly people: number } }
    | undefined;
}

export interface LiftConditionParts {
  readonly store: EventStore;
  readonly clock: Clock;
  /** The lifts' last reports; without them only what was recorded counts. */
  readonly fleet?: LatestReports | undefined;
}

/** A rule, and for which lifts it holds. */
interface SuppressionSource extends SuppressionRule {
  readonly holdsFor: (parts: LiftConditionParts, elevatorId: number) => Promise<boolean>;
  /** `select elevator_id`: where no collector that is away becomes an incident. */
  readonly plannedLifts?: RawBuilder<unknown>;
}

/** People work at these lifts: `lifts` is `select elevator_id` of them. Their lesser alarms and being offline ask for no one. */
function plannedWork(reason: SuppressionReason, lifts: RawBuilder<unknown>): SuppressionSource {
  const among = sharedRead(async ({ rows }, elevatorIds: readonly number[]) => {
    const found = await sql<{ elevator_id: number }>`select p.elevator_id from (${lifts}) p
      where p.elevator_id in (${sql.join(elevatorIds)})`.execute(rows);
    return new Map(found.rows.map(({ elevator_id }) => [elevator_id, true]));
  });
  return { reason, plannedLifts: lifts, holdsFor: async ({ store }, id) => (await among(store, id)) === true };
}

const isInspected: SuppressionSource['holdsFor'] = async ({ store, clock, fleet }, elevatorId) => {
  const latest = fleet?.get(elevatorId);
  const isReportedNow =
    latest !== undefined &&
    latest.report.service_mode === inspectionMode &&
    clock.nowMs() - latest.receivedAtMs < freshForMs;
  return isReportedNow || (await inspectedLifts(store, elevatorId)) === true;
};

/** All that suppresses the lesser alarms of a lift, the first that holds counting. A new source is a line here. */
const suppressionSources: readonly SuppressionSource[] = [
  { reason: 'maintenance', holdsFor: isInspected },
  plannedWork('maintenance', servicedLifts),
  plannedWork('outage', sql`select elevator_id from outages where state = 'active'`),
  {
    reason: 'incident',
    explains: (kind) => followsFromPowerCut.has(kind),
    holdsFor: async ({ store }, id) => (await powerCutOfLift(store, id)) !== undefined,
  },
];

/** `select elevator_id` of the lifts at which people work as planned. */
export const liftsOfPlannedWork: RawBuilder<unknown> = sql.join(
  suppressionSources.flatMap(({ plannedLifts }) => plannedLifts ?? []),
  sql` union all `,
);

/** True while people work at the lift: by its mode, or by a visit under way. */
export async function isInMaintenance(parts: LiftConditionParts, elevatorId: number): Promise<boolean> {
  const holding = await Promise.all(
    suppressionSources
      .filter(({ reason }) => reason === 'maintenance')
      .map(({ holdsFor }) => holdsFor(parts, elevatorId)),
  );
  return holding.includes(true);
}

/** Returns the reason why an alarm of a lift that can wait is kept from the lists now. An alarm of priority 1 is not even looked at. */
export async function suppressionAt(
  parts: LiftConditionParts,
  elevatorId: number,
  alarm: { readonly kind: AlarmKind; readonly priority: AlarmPriority },
): Promise<SuppressionReason | undefined> {
  if (alarm.priority === 1) return undefined;
  const holding = await Promise.all(suppressionSources.map(({ holdsFor }) => holdsFor(parts, elevatorId)));
  return suppressionOf(
    alarm,
    suppressionSources.filter((_source, index) => holding[index] === true),
  );
}
