import { sql, type Kysely } from 'kysely';

/** As they were when this step was written; `server/queries/liftWords.ts` repeats them word for word, so that the index serves it. */
const liftWords =
  "lower(tag || '\n' || addr || '\n' || rescue_code || '\n' || registration_code || '\n' || internal_tag)";

const statements = {
  both: [
    // What a scope asks of a lift stands in the index: a page far back is found without reading the lifts before it.
    'create index elevators_responsible on elevators (id, community_id, brand_id, property_id, maintenance_id)',
  ],
  // A search reads this index from end to end, a tenth of what the table and its four texts cost.
  sqlite: [`create index elevators_words on elevators (${liftWords}, community_id, id)`],
  // Each text by its pairs of letters: two Chinese characters are a pair, and pg_trgm knows none.
  postgres: [
    `create function pairs_of_letters(words text) returns text[] language sql immutable strict parallel safe
     as 'select array_agg(distinct substr(words, at, 2)) from generate_series(1, length(words) - 1) as at'`,
    `create index elevators_words on elevators using gin (pairs_of_letters(${liftWords}))`,
  ],
} as const;

/** The lists of a hundred thousand lifts: counted and searched without reading every row. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  for (const statement of [...statements.both, ...statements[kind]]) await sql.raw(statement).execute(db);
}
