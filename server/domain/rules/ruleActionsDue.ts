import { run, type EventStore } from '../../store/eventStore.ts';
import type { RuleActionDueTable } from '../../store/rowTables.ts';

/** An action of a firing that waits for its time. */
export type DueAction = Pick<RuleActionDueTable, 'position' | 'action_index'>;

/** Has the action wait; one that waits already goes on as it does. */
export const postponeAction = (store: Pick<EventStore, 'write'>, action: RuleActionDueTable): Promise<void> =>
  store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('rule_actions_due')
        .values(action)
        .onConflict((conflict) => conflict.doNothing()),
    );
  });

/** Those whose time has come, the earliest first. */
export const dueActions = (
  { rows }: Pick<EventStore, 'rows'>,
  untilMs: number,
  most: number,
): Promise<readonly DueAction[]> =>
  rows
    .selectFrom('rule_actions_due')
    .select(['position', 'action_index'])
    .where('due_at_ms', '<=', untilMs)
    .orderBy('due_at_ms')
    .limit(most)
    .execute();

/** It has been carried out. */
export const endAction = (store: Pick<EventStore, 'write'>, { position, action_index }: DueAction): Promise<void> =>
  store.write(function* (queries) {
    yield* run(
      queries.deleteFrom('rule_actions_due').where('position', '=', position).where('action_index', '=', action_index),
    );
  });

/** The calendar was moved: what waits still waits as long as it would have. */
export const shiftActions = (store: Pick<EventStore, 'write'>, byMs: number): Promise<void> =>
  store.write(function* (queries) {
    yield* run(queries.updateTable('rule_actions_due').set((row) => ({ due_at_ms: row('due_at_ms', '+', byMs) })));
  });
