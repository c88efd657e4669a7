import type { EventStore } from '../store/eventStore.ts';
import { sharedRead } from '../store/sharedReads.ts';
import { powerCutKey, type OpenPowerCut } from './liftCondition.ts';
import { darkCauses, type PowerSignal } from './powerCut.ts';

const placePrefix = 'community-';

/** The open power cut of a community. */
export const openPowerCutOf = sharedRead(async ({ rows }, communityIds: readonly number[]) => {
  const found = await rows
    .selectFrom('open_exceptions')
    .select(['place', 'exception_id', 'stream'])
    .where('cause_key', '=', powerCutKey)
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
    .where('s.at_ms', '>', last?.closed_at_ms ?? 0)
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

/** Communities of which at least so many lifts lost their power since, or their collector, and none is known to have it back. */
export async function communitiesInTheDark(
  { reads }: Pick<EventStore, 'reads'>,
  { lifts, sinceMs }: { readonly lifts: number; readonly sinceMs: number },
): Promise<readonly number[]> {
  const found = await reads
    .selectFrom('power_signals as s')
    .innerJoin('elevators as e', 'e.id', 's.elevator_id')
    .leftJoin('device_states as t', 't.device_key', 's.device_key')
    .select('e.community_id')
    .where('s.at_ms', '>', sinceMs)
    .where('s.is_over', '=', 0)
    .where((signal) => signal.or([signal('s.cause', '!=', 'offline'), signal('t.status', '=', 2)]))
    .groupBy('e.community_id')
    .having(({ fn }) => fn.count('s.elevator_id').distinct(), '>=', lifts)
    .execute();
  return found.map(({ community_id }) => community_id);
}

const singleKinds = ['incident:powerLoss', 'incident:emergencyPower', 'incident:offline'] as const;
const mostAtOnce = 500;

/** The streams of these lifts' own open incidents that a power cut explains. */
export async function singlesOf(
  { rows }: Pick<EventStore, 'rows'>,
  elevatorIds: readonly number[],
): Promise<readonly string[]> {
  const streams: string[] = [];
  for (let from = 0; from < elevatorIds.length; from += mostAtOnce) {
    const found = await rows
      .selectFrom('open_exceptions')
      .select('stream')
      .where(
        'place',
        'in',
        elevatorIds.slice(from, from + mostAtOnce).map((id) => `lift-${id}`),
      )
      .where('cause_key', 'in', singleKinds)
      .execute();
    streams.push(...found.map(({ stream }) => stream));
  }
  return streams;
}

/** A lift of a power cut; undefined for one that does not belong to it. */
export async function childOf(
  { rows }: Pick<EventStore, 'rows'>,
  exceptionId: number,
  elevatorId: number,
): Promise<{ readonly isBack: boolean } | undefined> {
  const row = await rows
    .selectFrom('exception_children')
    .select('restored_at_ms')
    .where('exception_id', '=', exceptionId)
    .where('elevator_id', '=', elevatorId)
    .executeTakeFirst();
  return row === undefined ? undefined : { isBack: row.restored_at_ms !== null };
}

/** A lift of an open power cut that has not come back. */
const childrenInTheDark = ({ reads }: Pick<EventStore, 'reads'>) =>
  reads
    .selectFrom('open_exceptions as o')
    .innerJoin('exception_children as c', 'c.exception_id', 'o.exception_id')
    .where('o.cause_key', '=', powerCutKey)
    .where('c.restored_at_ms', 'is', null);

/** Those whose collector is there, and whose controller says nothing of a lack of power; of these lifts, or of all. */
export async function childrenWithPower(
  store: Pick<EventStore, 'reads'>,
  elevatorIds?: readonly number[],
): Promise<readonly { readonly elevatorId: number; readonly stream: string }[]> {
  const found = await childrenInTheDark(store)
    .select(['c.elevator_id', 'o.stream'])
    .$if(elevatorIds !== undefined, (query) => query.where('c.elevator_id', 'in', elevatorIds ?? []))
    .where((child) =>
      child.exists(
        child
          .selectFrom('devices as d')
          .innerJoin('device_states as t', 't.device_key', 'd.device_key')
          .select('d.device_key')
          .whereRef('d.elevator_id', '=', 'c.elevator_id')
          .where('d.device_type', '=', 'COL')
          .where('t.status', '=', 1),
      ),
    )
    .where((child) =>
      child.not(
        child.exists(
          child.selectFrom('lifts_without_mains as m').select('m.code').whereRef('m.elevator_id', '=', 'c.elevator_id'),
        ),
      ),
    )
    .orderBy('c.elevator_id')
    .execute();
  return found.map(({ elevator_id, stream }) => ({ elevatorId: elevator_id, stream }));
}

/** All of them, by power cut. */
export async function childrenByPowerCut(
  store: Pick<EventStore, 'reads'>,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = await childrenInTheDark(store)
    .select(['o.exception_id', 'c.elevator_id'])
    .orderBy('c.elevator_id')
    .execute();
  const ofCut = new Map<number, number[]>();
  for (const { exception_id, elevator_id } of found) {
    const known = ofCut.get(exception_id);
    if (known === undefined) ofCut.set(exception_id, [elevator_id]);
    else known.push(elevator_id);
  }
  return ofCut;
}
