import { groupBy } from '../../runtime/groupBy.ts';
import type { EventStore, Queries } from '../../store/eventStore.ts';
import { sharedRead } from '../../store/sharedReads.ts';
import { companiesKeyOf, type ResponsibleCompanies } from '../../../src/machines/openExceptionKey.ts';
import { powerCutKeys, type OpenPowerCut } from './liftCondition.ts';
import { darkCauses, type PowerSignal } from './powerCut.ts';

const placePrefix = 'community-';

/** An incident of a power cut. */
export interface PowerCutPart {
  /** The companies of its lifts; of its first lift alone where `cut` is null. */
  readonly companies: ResponsibleCompanies;
  /** The name of the power cut; null of an older incident, which has the lifts of all companies. */
  readonly cut: string | null;
}

export type OpenPowerCutPart = PowerCutPart & OpenPowerCut;

export const haveSameCompanies = (one: ResponsibleCompanies, other: ResponsibleCompanies): boolean =>
  companiesKeyOf(one) === companiesKeyOf(other);

const companiesOf = (row: {
  readonly property_id: number | null;
  readonly maintenance_id: number | null;
}): ResponsibleCompanies => ({ propertyId: row.property_id, maintenanceId: row.maintenance_id });

/** The open incidents of the power cut of a community, one for each set of companies, in the order in which they began. */
export const openPowerCutsOf = sharedRead(async ({ rows }, communityIds: readonly number[]) => {
  const found = await rows
    .selectFrom('open_exceptions as o')
    .innerJoin('exceptions as x', 'x.id', 'o.exception_id')
    .select(['o.place', 'o.exception_id', 'o.stream', 'x.cut_id', 'x.property_id', 'x.maintenance_id'])
    .where('o.cause_key', 'like', powerCutKeys)
    .where(
      'o.place',
      'in',
      communityIds.map((id) => `${placePrefix}${id}`),
    )
    .orderBy('o.exception_id')
    .execute();
  return groupBy(
    found.map((row) => ({
      communityId: Number(row.place.slice(placePrefix.length)),
      exceptionId: row.exception_id,
      stream: row.stream,
      cut: row.cut_id,
      companies: companiesOf(row),
    })),
    ({ communityId }) => communityId,
  );
});

/** Every incident of these power cuts, open or closed. */
export async function partsOfCuts(
  { rows }: Pick<EventStore, 'rows'>,
  cuts: readonly string[],
): Promise<readonly PowerCutPart[]> {
  if (cuts.length === 0) return [];
  const found = await rows
    .selectFrom('exceptions')
    .select(['cut_id', 'property_id', 'maintenance_id'])
    .where('cut_id', 'in', cuts)
    .execute();
  return found.map((row) => ({ cut: row.cut_id, companies: companiesOf(row) }));
}

/** The communities with an open power cut, and its names. */
export async function openCuts({
  reads,
}: Pick<EventStore, 'reads'>): Promise<readonly { readonly communityId: number; readonly cut: string }[]> {
  const found = await reads
    .selectFrom('open_exceptions as o')
    .innerJoin('exceptions as x', 'x.id', 'o.exception_id')
    .select(['x.community_id', 'x.cut_id'])
    .distinct()
    .where('o.cause_key', 'like', powerCutKeys)
    .execute();
  return found.flatMap(({ community_id, cut_id }) =>
    cut_id === null ? [] : [{ communityId: community_id, cut: cut_id }],
  );
}

/** A signal of a lift with the companies that are responsible for it now. */
export interface CommunitySignal extends PowerSignal {
  readonly companies: ResponsibleCompanies;
}

/**
 * Returns the signals of the last hour by which lifts of this community lost their power, up to a position of the log and since the last
 * power cut of their companies was closed. A collector that is back, and a camera or a screen that is away, are no such signals.
 */
export async function powerSignalsOf(
  { rows }: Pick<EventStore, 'rows'>,
  { communityId, upTo }: { readonly communityId: number; readonly upTo: number },
): Promise<readonly CommunitySignal[]> {
  const closedAtMs = await closingsIn(rows, communityId);
  const found = await rows
    .selectFrom('power_signals as s')
    .innerJoin('elevators as e', 'e.id', 's.elevator_id')
    .leftJoin('devices as d', 'd.device_key', 's.device_key')
    .leftJoin('device_states as t', 't.device_key', 's.device_key')
    .select(['s.position', 's.elevator_id', 's.cause', 's.is_over', 's.at_ms', 'e.property_id', 'e.maintenance_id'])
    .where('e.community_id', '=', communityId)
    .where('s.position', '<=', upTo)
    .where((signal) =>
      signal.or([
        signal('s.cause', '!=', 'offline'),
        signal.and([signal('d.device_type', '=', 'COL'), signal('t.status', '=', 2)]),
      ]),
    )
    .orderBy('s.position')
    .execute();
  return found.flatMap(({ position, elevator_id, cause: text, is_over, at_ms, ...row }) => {
    const cause = darkCauses.find((name) => name === text);
    const companies = companiesOf(row);
    return cause === undefined || at_ms <= closedAtMs(companies)
      ? []
      : [{ position, elevatorId: elevator_id, cause, isOver: is_over === 1, atMs: at_ms, companies }];
  });
}

/** Returns the position at which the last power cut of a community was closed, for the lifts of these companies; 0 where there was none. */
async function closingsIn(rows: Queries, communityId: number): Promise<(companies: ResponsibleCompanies) => number> {
  const found = await rows
    .selectFrom('exceptions')
    .select(['cut_id', 'property_id', 'maintenance_id', 'finished_at_ms'])
    .where('community_id', '=', communityId)
    .where('incident_kind', '=', 'powerCut')
    .where('finished_at_ms', 'is not', null)
    .execute();
  return (companies) =>
    found.reduce(
      (last, row) =>
        row.cut_id === null || haveSameCompanies(companiesOf(row), companies)
          ? Math.max(last, row.finished_at_ms ?? 0)
          : last,
      0,
    );
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

/** Those of the incidents to which a lift belongs. It belongs to two if its companies changed between two losses of power. */
export async function incidentsOfLift<Incident extends OpenPowerCut>(
  { rows }: Pick<EventStore, 'rows'>,
  incidents: readonly Incident[],
  elevatorId: number,
): Promise<readonly (Incident & { readonly isBack: boolean })[]> {
  const found = await rows
    .selectFrom('exception_children')
    .select(['exception_id', 'restored_at_ms'])
    .where(
      'exception_id',
      'in',
      incidents.map(({ exceptionId }) => exceptionId),
    )
    .where('elevator_id', '=', elevatorId)
    .execute();
  return incidents.flatMap((incident) => {
    const child = found.find(({ exception_id }) => exception_id === incident.exceptionId);
    return child === undefined ? [] : [{ ...incident, isBack: child.restored_at_ms !== null }];
  });
}

/** A lift of an open power cut that has not come back. */
const childrenInTheDark = ({ reads }: Pick<EventStore, 'reads'>) =>
  reads
    .selectFrom('open_exceptions as o')
    .innerJoin('exception_children as c', 'c.exception_id', 'o.exception_id')
    .where('o.cause_key', 'like', powerCutKeys)
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
  const ofCut = groupBy(found, ({ exception_id }) => exception_id);
  return new Map([...ofCut].map(([id, rows]) => [id, rows.map(({ elevator_id }) => elevator_id)]));
}
