import type { RuleBody } from '../../../src/contract/rules/alarmRule.ts';
import { VersionConflictError, type EventStore } from '../../store/eventStore.ts';
import { catalogueActor } from '../actors.ts';
import type { DecisionParts } from '../decide.ts';
import { ruleStream } from './ruleDesk.ts';

/** Returns the keys of the shipped rules that this store has ever had. */
async function keysHad({ rows }: Pick<EventStore, 'rows'>): Promise<ReadonlySet<string>> {
  const had = await rows
    .selectFrom('alarm_rule_versions')
    .select('shipped_key')
    .where('shipped_key', '<>', '')
    .execute();
  return new Set(had.map((row) => row.shipped_key));
}

/**
 * Gives the store the shipped rules that it has not had yet, active at once: what an administrator has changed or retired stays as it
 * is. Runs at every start, before the rules do.
 */
export async function reconcileRules(
  { store, clock }: DecisionParts,
  shipped: readonly { readonly key: string; readonly body: RuleBody }[],
): Promise<void> {
  const had = await keysHad(store);
  for (const { key, body } of shipped) {
    if (had.has(key)) continue;
    const ruleId = await store.nextId('alarmRule');
    const atMs = clock.nowMs();
    try {
      await store.append({
        stream: ruleStream(ruleId),
        expectedVersion: 'none',
        actor: catalogueActor,
        messageId: `shippedRule:${key}`,
        events: [
          { type: 'alarmRule.versioned', atMs, data: { ruleId, version: 1, body, shippedKey: key } },
          {
            type: 'alarmRule.activated',
            atMs,
            data: { ruleId, version: 1, testId: null, reason: '系统预置：平台一直如此处理' },
          },
        ],
      });
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }
}
