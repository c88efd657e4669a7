import type { EventStore } from '../store/eventStore.ts';
import { sharedRead } from '../store/sharedReads.ts';
import { darkCauses, type PowerSignal } from './powerCut.ts';

/** A power cut that is not closed yet. */
export interface OpenPowerCut {
  readonly exceptionId: number;
  readonly stream: string;
}

const placePrefix = 'community-';
const causeKey = 'incident:powerCut';

/** The open power cut of a community. */
export const openPowerCutOf = sharedRead(async ({ rows }, communityIds: readonly number[]) => {
  const found = await rows
    .selectFrom('open_exceptions')
    .select(['place', 'exception_id', 'stream'])
    .where('cause_key', '=', causeKey)
    .where(
      'place',
      'in',
      communityIds.map((id) => `${placePrefix}${id}`),
    )
    .execute();
  return new Map(
    found.map(({ place, exception_id, stream }): [number, OpenPowerCut] => [
      Number(place.slice(placePrefix.length)),
      { exceptionId: exception_id, stream },
    ]),
  );
});

/** Of a lift: the open power cut that it belongs to and has not come back from. */
export const powerCutOfLift = sharedRead(async ({ rows }, elevatorIds: readonly number[]) => {
  const found = await rows
    .selectFrom('exception_children as c')
    .innerJoin('open_exceptions as o', 'o.exception_id', 'c.exception_id')
    .select(['c.elevator_id', 'c.exception_id', 'o.stream'])
    .where('c.elevator_id', 'in', elevatorIds)
    .where('c.restored_at_ms', 'is', null)
    .where('o.cause_key', '=', causeKey)
    .execute();
  return new Map(
    found.map(({ elevator_id, exception_id, stream }): [number, OpenPowerCut] => [
      elevator_id,
      { exceptionId: exception_id, stream },
    ]),
  );
});

/**
 * What of the last hour says that lifts of this community lost their power, up to a position of the log, and since its last power cut was
 * closed. A collector that is back, and a camera or a screen that is away, say nothing of it.
 */
export async function powerSignalsOf(
  { rows }: Pick<EventStore, 'rows'>,
  { communityId, upTo }: { readonly communityId: number; readonly upTo: number },
): Promise<readonly PowerSignal[]> {
  const last = await rows
    .selectFrom('exceptions')
    .select(({ fn }) => fn.max('finished_at_ms').as('closed_at_ms'))
    .where('community_id', '=', communityId)
    .where('incident_kind', '=', 'powerCut')
    .executeTakeFirst();
  const found = await rows
    .selectFrom('power_signals as s')
    .innerJoin('elevators as e', 'e.id', 's.elevator_id')
    .leftJoin('devices as d', 'd.device_key', 's.device_key')
    .leftJoin('device_states as t', 't.device_key', 's.device_key')
    .select(['s.position', 's.elevator_id', 's.cause', 's.is_over', 's.at_ms'])
    .where('e.community_id', '=', communityId)
    .where('s.position', '<=', upTo)
    .where('s.at_ms', '>', Number(last?.closed_at_ms ?? 0))
    .where((signal) =>
      signal.or([
        signal('s.cause', '!=', 'offline'),
        signal.and([signal('d.device_type', '=', 'COL'), signal('t.status', '=', 2)]),
      ]),
    )
    .orderBy('s.position')
    .execute();
  return found.flatMap(({ position, elevator_id, cause: text, is_over, at_ms }) => {
    const cause = darkCauses.find((name) => name === text);
    return cause === undefined
      ? []
      : [{ position, elevatorId: elevator_id, cause, isOver: is_over === 1, atMs: at_ms }];
  });
}
