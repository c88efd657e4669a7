import type { Rung } from '../../src/contract/rules/ladder.ts';
import { loadPrincipal } from '../access/loadPrincipal.ts';
import { createLadderDesk } from '../domain/base/ladder.ts';
import type { Clock } from '../runtime/clock.ts';
import { centreFirst, centrePeople } from './demoCentre.ts';
import { run, type EventStore } from '../store/eventStore.ts';

const doneKey = 'demo.ladder';
const ownerAccount = 'super';
const usual = { mode: 'inTurn', next_after_seconds: 45, skip_if_empty: true } as const satisfies Partial<Rung>;

/** A company with a safety director: after the dispatch centre its own people, the fitters next, the supervisors by two ways at once. */
const rungs: readonly Rung[] = [
  { ...usual, who: [], channels: [], skip_if_empty: false },
  {
    ...usual,
    who: [
      { kind: 'rota', company: 'property' },
      { kind: 'duty', company: 'property', duty: 'safetyOfficer' },
    ],
    channels: ['voice', 'sms'],
    next_after_seconds: 30,
  },
  {
    ...usual,
    who: [
      { kind: 'duty', company: 'property', duty: 'safetyDirector' },
      { kind: 'rota', company: 'maintenance' },
      { kind: 'dutyPhone', company: 'maintenance' },
    ],
    channels: ['voice', 'sms'],
  },
  { ...usual, who: [{ kind: 'supervisors' }], channels: ['voice', 'sms'], mode: 'together' },
];

/** Gives the first property company of the demo city a ladder of its own beside the default. A store of any age gets it once. */
export async function addDemoLadder(store: EventStore, clock: Clock): Promise<void> {
  const { rows } = store;
  const isDone = await rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const company = await rows
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('org_type', '=', 4)
    .orderBy('id')
    .executeTakeFirst();
  const user = await rows.selectFrom('users').select('id').where('account', '=', ownerAccount).executeTakeFirst();
  const by = user === undefined ? undefined : await loadPrincipal(store, user.id);
  const isTaken =
    company === undefined ||
    (await rows
      .selectFrom('ladders')
      .select('id')
      .where('org_type', '=', 4)
      .where('org_id', '=', company.id)
      .executeTakeFirst()) !== undefined;
  if (by !== undefined && !isTaken)
    await createLadderDesk({
      store,
      clock,
      onTrouble: (_trouble, error) => {
        throw error;
      },
    }).save(by, {
      name: `${company.name}阶梯`.slice(-40),
      organization: `4-${company.id}`,
      rungs: centreFirst(rungs, await centrePeople(store)),
    });
  await store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('store_meta')
        .values({ key: doneKey, value: String(clock.nowMs()) })
        .onConflict((conflict) => conflict.doNothing()),
    );
  });
}
