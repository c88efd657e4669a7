import { powerCutKey } from '../../../src/machines/openExceptionKey.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { sharedRead } from '../../store/sharedReads.ts';
import { visitAtWork } from '../visits/servicedLifts.ts';
import type { LiftCondition } from './suppression.ts';

/** A power cut that is not closed yet. */
export interface OpenPowerCut {
  readonly exceptionId: number;
  readonly stream: string;
}

/** Of the open exceptions' keys, for SQL's "like": see `openKeyOf`. */
export const powerCutKeys = `${powerCutKey}%`;
const inspectionKey = 'incident:inspection';
const liftPrefix = 'lift-';

/** Of a lift: the open power cut that it belongs to and has not come back from. */
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

/** What the lifts reported last. */
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

/** The conditions of a lift that may explain an alarm that can wait. */
export async function liftConditionOf(
  { store, clock, fleet }: LiftConditionParts,
  elevatorId: number,
): Promise<LiftCondition> {
  const latest = fleet?.get(elevatorId);
  const isReportedNow =
    latest !== undefined &&
    latest.report.service_mode === inspectionMode &&
    clock.nowMs() - latest.receivedAtMs < freshForMs;
  const [inspected, visit, powerCut] = await Promise.all([
    isReportedNow || inspectedLifts(store, elevatorId),
    visitAtWork(store, elevatorId),
    powerCutOfLift(store, elevatorId),
  ]);
  return { isInMaintenance: inspected === true || visit !== undefined, isWithoutPower: powerCut !== undefined };
}
