import { run, type EventStore } from '../../store/eventStore.ts';

export const alarmRulesName = 'alarm-rules';
export const ruleActionsName = 'rule-actions';
/** The subscription whose work the shipped rules took over: on the first start they continue where it ended. */
const before = 'exception-rules';

/** The position after which the live rules begin: their checkpoint, which is written here where there is none. */
export async function firstRulePosition(store: EventStore): Promise<number> {
  const head = await store.head();
  return store.write(function* (queries) {
    const kept = yield* run(
      queries.selectFrom('checkpoints').select(['name', 'position']).where('name', 'in', [alarmRulesName, before]),
    );
    const own = kept.find(({ name }) => name === alarmRulesName);
    if (own !== undefined) return own.position;
    const position = kept.find(({ name }) => name === before)?.position ?? head;
    // Before the first firing, so that none is missed.
    const actions = { name: ruleActionsName, position: head };
    yield* run(
      queries
        .insertInto('checkpoints')
        .values([{ name: alarmRulesName, position }, actions])
        .onConflict((conflict) => conflict.doNothing()),
    );
    return position;
  });
}
