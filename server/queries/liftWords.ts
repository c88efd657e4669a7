import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { EventStore } from '../store/eventStore.ts';
import { containsKeyword } from './page.ts';

/** Word for word as the index `elevators_words` has it (migration 033); a line break stands in no keyword. */
const words = sql.raw<string>("lower(w.tag || '\n' || w.addr || '\n' || w.rescue_code || '\n' || w.registration_code)");

/** `elevators` as `e`: the tag, address, rescue code, registration code or community contains the keyword. */
export function liftContains({ kind }: Pick<EventStore, 'kind'>, keyword: string): RawBuilder<SqlBool> {
  const sought = keyword.toLowerCase();
  const inCommunity = sql`w.community_id in (select c.id from communities c where ${containsKeyword(['c.name'], keyword)})`;
  // By id: so the index of the words is read, and not every lift in the order of the list.
  const found = (inWords: RawBuilder<unknown>) =>
    sql<SqlBool>`e.id in (select w.id from elevators w where (${inWords} or ${inCommunity}))`;
  if (kind === 'sqlite') return found(sql`instr(${words}, ${sought}) > 0`);
  const inText = sql`strpos(${words}, ${sought}) > 0`;
  const byPairs =
    Array.from(sought).length < 2
      ? inText
      : sql`(pairs_of_letters(${words}) @> pairs_of_letters(${sought}) and ${inText})`;
  return found(byPairs);
}
