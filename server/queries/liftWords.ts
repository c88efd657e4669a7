import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { EventStore } from '../store/eventStore.ts';
import { containsKeyword } from './page.ts';

/** Word for word as the index `elevators_words` has it (migration 033); a line break stands in no keyword. */
const words = sql.raw<string>(
  "lower(w.tag || '\n' || w.addr || '\n' || w.rescue_code || '\n' || w.registration_code || '\n' || w.internal_tag)",
);

/** `elevators` as `e`: the tag, address, rescue code, registration code, internal tag or community contains the keyword. */
export function liftContains({ kind }: Pick<EventStore, 'kind'>, keyword: string): RawBuilder<SqlBool> {
  const sought = sql`lower(${keyword})`;
  const inCommunity = sql`w.community_id in (select c.id from communities c where ${containsKeyword(['c.name'], keyword)})`;
  // By id: so the index of the words is read, and not every lift in the order of the list.
  if (kind === 'sqlite')
    return sql<SqlBool>`e.id in (select w.id from elevators w where (instr(${words}, ${sought}) > 0 or ${inCommunity}))`;
  const inText = sql`strpos(${words}, ${sought}) > 0`;
  const byPairs =
    Array.from(keyword).length < 2
      ? inText
      : sql`pairs_of_letters(${words}) @> pairs_of_letters(${sought}) and ${inText}`;
  // Each half has an index of its own, and an array is looked up lift by lift.
  return sql<SqlBool>`e.id = any(array(select w.id from elevators w where ${byPairs} union all select w.id from elevators w where ${inCommunity}))`;
}
