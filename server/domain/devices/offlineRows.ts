import { sql, type SqlBool } from 'kysely';
import { liftStates } from '../../../src/contract/entities/elevatorFields.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { liftsOfPlannedWork, powerCutKeys } from '../city/liftCondition.ts';

type Reads = Pick<EventStore, 'reads'>;
const offline = 2;
const causeKey = 'incident:offline';

/** The number of collectors that are offline. */
export async function collectorsAwayNum({ reads }: Reads): Promise<number> {
  const row = await reads
    .selectFrom('device_states as s')
    .innerJoin('devices as d', 'd.device_key', 's.device_key')
    .select(({ fn }) => fn.countAll<number>().as('num'))
    .where('s.status', '=', offline)
    .where('d.device_type', '=', 'COL')
    .executeTakeFirst();
  return row?.num ?? 0;
}

/** Collectors that have been away since then at least and for which no incident was opened in this time, those away longest first. */
export async function collectorsAway(
  { reads }: Reads,
  { untilMs, limit }: { readonly untilMs: number; readonly limit: number },
): Promise<readonly { readonly deviceKey: string; readonly elevatorId: number; readonly sinceMs: number }[]> {
  const found = await reads
    .selectFrom('device_states as s')
    .innerJoin('devices as d', 'd.device_key', 's.device_key')
    .innerJoin('elevators as e', 'e.id', 'd.elevator_id')
    .select(['s.device_key', 'd.elevator_id', 's.changed_at_ms'])
    .where('s.status', '=', offline)
    .where('s.changed_at_ms', '<=', untilMs)
    .where('d.device_type', '=', 'COL')
    .where('e.state', '!=', liftStates.scrapped)
    .where(sql<SqlBool>`d.elevator_id not in (${liftsOfPlannedWork})`)
    .where((away) =>
      away.not(
        away.exists(
          away
            .selectFrom('exceptions as x')
            .select('x.id')
            .whereRef('x.elevator_id', '=', 'd.elevator_id')
            .where('x.incident_kind', '=', 'offline')
            .where((exception) =>
              exception.or([
                exception('x.is_open', '=', 1),
                exception('x.raised_at_ms', '>=', exception.ref('s.changed_at_ms')),
              ]),
            ),
        ),
      ),
    )
    .where((away) =>
      away.not(
        away.exists(
          away
            .selectFrom('exception_children as c')
            .innerJoin('open_exceptions as o', 'o.exception_id', 'c.exception_id')
            .select('c.elevator_id')
            .whereRef('c.elevator_id', '=', 'd.elevator_id')
            .where('c.restored_at_ms', 'is', null)
            .where('o.cause_key', 'like', powerCutKeys),
        ),
      ),
    )
    .orderBy('s.changed_at_ms')
    .orderBy('s.device_key')
    .limit(limit)
    .execute();
  return found.map((row) => ({
    deviceKey: row.device_key,
    elevatorId: row.elevator_id,
    sinceMs: row.changed_at_ms,
  }));
}

/** Open incidents of collectors that are back; without a device where the lift has no collector. */
export async function openOfflineIncidents({
  reads,
}: Reads): Promise<readonly { readonly stream: string; readonly deviceKey: string | null }[]> {
  const found = await reads
    .selectFrom('open_exceptions as o')
    .innerJoin('exceptions as x', 'x.id', 'o.exception_id')
    .leftJoin('devices as d', (join) =>
      join.onRef('d.elevator_id', '=', 'x.elevator_id').on('d.device_type', '=', 'COL'),
    )
    .leftJoin('device_states as s', 's.device_key', 'd.device_key')
    .select(['o.stream', 'd.device_key'])
    .where('o.cause_key', '=', causeKey)
    .where('x.is_active', '=', 1)
    .where((state) => state.or([state('s.status', 'is', null), state('s.status', '!=', offline)]))
    .orderBy('x.id')
    .execute();
  return found.map(({ stream, device_key }) => ({ stream, deviceKey: device_key }));
}
