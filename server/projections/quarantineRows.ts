import { quarantineEvents } from '../../src/contract/events/quarantine.ts';
import { run, type InlineProjection } from '../store/eventStore.ts';

/** `quarantine_resolutions`: who last looked into a message that could not be accepted. */
export const quarantineRows: InlineProjection = {
  name: 'quarantine',
  version: 2,
  // Rows from before lack only the rescue, which no earlier event named.
  servesFrom: 1,
  tables: ['quarantine_resolutions'],
  handles: ['quarantine.resolved'],
  *steps(event, queries) {
    const { quarantineId, repeatNum, note, rescueOrderId } = quarantineEvents['quarantine.resolved'].parse(event.data);
    const row = {
      version: event.version,
      repeat_num: repeatNum,
      note,
      rescue_order_id: rescueOrderId ?? null,
      by_id: Number(event.actor.id),
      by_name: event.actor.name,
      at_ms: event.receivedAtMs,
    };
    yield* run(
      queries
        .insertInto('quarantine_resolutions')
        .values({ quarantine_id: quarantineId, ...row })
        .onConflict((conflict) => conflict.column('quarantine_id').doUpdateSet(row)),
    );
  },
};
