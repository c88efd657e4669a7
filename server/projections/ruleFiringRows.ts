import { ruleFiringEvents } from '../../src/contract/events/alarmRule.ts';
import type { InlineProjection } from '../store/eventStore.ts';
import { runPrepared } from '../store/runPrepared.ts';
import { flag } from './flag.ts';

/** `rule_firings`: what the rules did, and why. */
export const ruleFiringRows: InlineProjection = {
  name: 'rule-firings',
  version: 1,
  tables: ['rule_firings'],
  handles: ['ruleFiring.fired'],
  *steps(event, queries) {
    const { responsible, ...fired } = ruleFiringEvents['ruleFiring.fired'].parse(event.data);
    const row = {
      position: event.position,
      rule_id: fired.ruleId,
      version: fired.version,
      name: fired.name,
      kind: fired.kind,
      elevator_id: fired.elevatorId,
      tag: fired.tag,
      addr: fired.addr,
      area_id: responsible.areaId,
      community_id: responsible.communityId,
      community_name: responsible.communityName,
      property_id: responsible.propertyId,
      maintenance_id: responsible.maintenanceId,
      brand_id: responsible.brandId,
      alarm_id: fired.alarmId,
      exception_id: fired.exceptionId,
      reason: fired.reason,
      positions: JSON.stringify(fired.positions),
      gathered: fired.gathered,
      late: flag(fired.late),
      at_ms: event.receivedAtMs,
    };
    yield* runPrepared(queries, 'rule_firings.insert', Object.values(row), () =>
      queries.insertInto('rule_firings').values(row),
    );
  },
};
