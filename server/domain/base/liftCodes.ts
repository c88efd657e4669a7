import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';

/** The code of the sign in a car, `/q/<code>`: 96 random bits, so that no one can guess another lift's. It never changes. */
export const newLiftCode = (): string => randomBytes(12).toString('base64url');

const liftsAtOnce = 500;

/** Gives a code to every lift that has none: lifts of older stores, and those that a seed wrote. Each batch is a transaction of its own. */
export async function giveLiftCodes(store: EventStore): Promise<void> {
  for (let isMore = true; isMore;) {
    const lifts = await store.rows
      .selectFrom('elevators')
      .select('id')
      .where('code', '=', '')
      .limit(liftsAtOnce)
      .execute();
    isMore = lifts.length === liftsAtOnce;
    if (lifts.length === 0) return;
    const codes = sql.join(lifts.map(({ id }) => sql`(${sql.lit(id)}, ${sql.lit(newLiftCode())})`));
    await store.write(function* (queries) {
      yield* run(
        queries
          .updateTable('elevators')
          .set({ code: sql<string>`given.column2` })
          .from(sql<{ column1: number; column2: string }>`(values ${codes})`.as('given'))
          .where(() => sql<boolean>`elevators.id = given.column1 and elevators.code = ''`),
      );
    });
  }
}

const proposalsAtOnce = 20;
const mostProposals = 50;

/** Six digits that no plate carries yet. Throws Error when almost every code is taken. */
export function* freeRescueCode(queries: Queries): TransactionSteps<string> {
  for (let attempt = 0; attempt < mostProposals; attempt += 1) {
    const proposals = Array.from({ length: proposalsAtOnce }, () => String(randomInt(100_000, 1_000_000)));
    const taken = new Set(
      (yield* run(queries.selectFrom('elevators').select('rescue_code').where('rescue_code', 'in', proposals))).map(
        ({ rescue_code: code }) => code,
      ),
    );
    const free = proposals.find((code) => !taken.has(code));
    if (free !== undefined) return free;
  }
  throw new Error('no rescue code is free');
}
