import type { Rung } from '../../src/contract/rules/ladder.ts';
import { loadPrincipal } from '../access/loadPrincipal.ts';
import { Directory } from '../domain/city/directory.ts';
import { createLadderDesk } from '../domain/base/ladder.ts';
import { createPersonDesk } from '../domain/base/person.ts';
import { ladderValues } from '../domain/base/rotaRows.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';

const doneKey = 'demo.centre';
const ownerAccount = 'super';
/** The accounts that answer calls: their people take a call by pressing 1. */
const answeringAccounts = ['dispatcher1', 'dispatcher2'] as const;
/** The round that is the first to call anybody. */
const firstCalling = 1;

const onTrouble = (_trouble: string, error: unknown): never => {
  throw error;
};

/** The same rounds, the first of which calls these people before anyone else. */
export const centreFirst = (rungs: readonly Rung[], personIds: readonly number[]): Rung[] =>
  rungs.map((rung, index) =>
    index === firstCalling
      ? {
          ...rung,
          who: [
            ...personIds.map((id) => ({ kind: 'person' as const, person_id: id })),
            ...rung.who.filter((who) => who.kind !== 'person' || !personIds.includes(who.person_id)),
          ],
        }
      : rung,
  );

/** The people of the demo's dispatchers, in the order of their accounts; those who have none yet are missing. */
export async function centrePeople({ rows }: Pick<EventStore, 'rows'>): Promise<readonly number[]> {
  const found = await rows
    .selectFrom('people as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('p.id')
    .where('u.account', 'in', answeringAccounts)
    .orderBy('u.id')
    .execute();
  return found.map(({ id }) => id);
}

/**
 * Gives the demo city's dispatch centre its people: each of the two dispatchers has one, linked to the account, and the ladders call
 * them first. So pressing 1 takes the call (`npm run phone -- press 1`). A store of any age gets them once.
 */
export async function addDispatchCentre(store: EventStore, clock: Clock): Promise<void> {
  const { rows } = store;
  const isDone = await rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const owner = await rows.selectFrom('users').select('id').where('account', '=', ownerAccount).executeTakeFirst();
  const by = owner === undefined ? undefined : await loadPrincipal(store, owner.id);
  const city = await rows
    .selectFrom('areas')
    .select('id')
    .where('parent_id', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  if (by !== undefined && city !== undefined) {
    const desk = createPersonDesk({ store, clock, onTrouble, directory: await Directory.load(store) });
    const unlinked = await rows
      .selectFrom('users as u')
      .leftJoin('people as p', 'p.user_id', 'u.id')
      .select(['u.id', 'u.name', 'u.mobile'])
      .where('u.account', 'in', answeringAccounts)
      .where('u.is_disabled', '=', 0)
      .where('p.id', 'is', null)
      .orderBy('u.id')
      .execute();
    for (const { id, name, mobile } of unlinked)
      await desk.save(by, { name, mobile, organization: `1-${city.id}`, duties: [], certificates: [], user_id: id });
    const people = await centrePeople(store);
    const ladders = createLadderDesk({ store, clock, onTrouble });
    const own = await rows.selectFrom('ladders').selectAll().where('org_type', '=', 0).execute();
    for (const row of own) {
      const values = ladderValues(row);
      await ladders.save(by, { ...values, id: row.id, rungs: centreFirst(values.rungs, people) });
    }
  }
  await store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('store_meta')
        .values({ key: doneKey, value: String(clock.nowMs()) })
        .onConflict((conflict) => conflict.doNothing()),
    );
  });
}
