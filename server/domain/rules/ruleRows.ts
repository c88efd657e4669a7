import type { Principal } from '../../access/principal.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { importCorrelation } from '../../store/importedEvent.ts';
import { lastPositionBefore, openingTypes, toRuleSource } from './ruleLog.ts';
import { ruleScopeCondition } from './ruleScope.ts';

/** The ids of the rules of which a version was activated at some time. */
export async function onceActiveRuleIds({ rows }: Pick<EventStore, 'rows'>): Promise<readonly number[]> {
  const found = await rows.selectFrom('alarm_rules').select('id').where('active_version', '>', 0).execute();
  return found.map(({ id }) => id);
}

/** Rules in force that the user may see, as they are in force; without the one named. */
export const activeRulesBeside = ({ rows }: Pick<EventStore, 'rows'>, by: Principal, but: number | undefined) =>
  rows
    .selectFrom('alarm_rules as r')
    .innerJoin('alarm_rule_versions as v', (join) =>
      join.onRef('v.rule_id', '=', 'r.id').onRef('v.version', '=', 'r.active_version'),
    )
    .select(['r.id', 'r.name', 'v.body'])
    .where('r.state', '=', 'active')
    .where('r.id', '!=', but ?? 0)
    .where(() => ruleScopeCondition(by, 'r'))
    .execute();

/** The firings since that moment; `position` is that of the last event that each was about. */
export async function firingsSince({ reads }: Pick<EventStore, 'reads'>, sinceMs: number) {
  const rows = await reads
    .selectFrom('rule_firings')
    .select(['rule_id', 'version', 'kind', 'positions'])
    .where('at_ms', '>=', sinceMs)
    .execute();
  return rows.flatMap(({ rule_id: ruleId, version, kind, positions }) => {
    const all: unknown = JSON.parse(positions);
    const position: unknown = Array.isArray(all) ? all.at(-1) : undefined;
    return typeof position === 'number' ? [{ ruleId, version, kind, position }] : [];
  });
}

/** See `lastPositionBefore`. Reads beside the thread that rings: an import may have to be passed over. */
export const positionBefore = ({ reads }: Pick<EventStore, 'reads'>, atMs: number, upTo: number): Promise<number> =>
  lastPositionBefore(atMs, upTo, (from, to) =>
    reads
      .selectFrom('events')
      .select(['position', 'received_at_ms'])
      .where('position', '>=', from)
      .where('position', '<=', to)
      .where('meta', 'not like', `%"correlation":"${importCorrelation}"%`)
      .orderBy('position')
      .limit(1)
      .executeTakeFirst(),
  );

/** The events of these streams before the position that open an alarm or exception or say that it is worse, in order. */
export async function openingsBefore({ rows }: Pick<EventStore, 'rows'>, streams: readonly string[], before: number) {
  const found = await rows
    .selectFrom('events')
    .select(['position', 'stream', 'type', 'schema_version', 'data', 'at_ms', 'received_at_ms'])
    .where('stream', 'in', streams)
    .where('type', 'in', openingTypes)
    .where('position', '<', before)
    .orderBy('position')
    .execute();
  return found.map(toRuleSource);
}
