import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { EventStore } from '../store/eventStore.ts';
import { containsKeyword } from './page.ts';

/** Word for word as the index `elevators_words` has it (migration 033); a line break stands in no keyword. */
const words = sql.raw<string>(
  "lower(w.tag || '\n' || w.addr || '\n' || w.rescue_code || '\n' || w.registration_code || '\n' || w.internal_tag)",
);

/** `elevators` as `e`: the tag, address, rescue code, registration code, internal tag or community contains the keyword. */
export function liftContains({ kind }: Pick<EventStore, 'kind'>, keyword: string): RawBuilder<SqlBool> {
  const inCommunity = sql`w.community_id in (select c.id from communities c where ${containsKeyword(['c.name'], keyword)})`;
  // By id, so that the database reads the index of the words instead of every lift in the order of the list. The communities' lifts
  // have an index of their own.
  const inWords = idsOf[kind](sql`lower(${keyword})`, Array.from(keyword).length);
  const ids = sql`${inWords} union all select w.id from elevators w where ${inCommunity}`;
  // An array is looked up lift by lift.
  return kind === 'sqlite' ? sql<SqlBool>`e.id in (${ids})` : sql<SqlBool>`e.id = any(array(${ids}))`;
}

const lastLetter = sql.lit(0x10ffff);
/** As a string of FTS5's query language. */
const phrase = (text: RawBuilder<unknown>) => sql`'"' || replace(${text}, '"', '""') || '"'`;

/** The lifts whose own words contain `sought`, which has so many letters. */
const idsOf: Readonly<
  Record<EventStore['kind'], (sought: RawBuilder<unknown>, letters: number) => RawBuilder<unknown>>
> = {
  postgres(sought, letters) {
    const inText = sql`strpos(${words}, ${sought}) > 0`;
    const byPairs = sql`pairs_of_letters(${words}) @> pairs_of_letters(${sought}) and ${inText}`;
    return sql`select w.id from elevators w where ${letters < 2 ? inText : byPairs}`;
  },
  // Threes of letters (migration 050): a keyword of three and more is a phrase of them, one of two begins some of them.
  sqlite(sought, letters) {
    if (letters < 2) return sql`select w.id from elevators w where instr(${words}, ${sought}) > 0`;
    const phrases =
      letters > 2
        ? phrase(sought)
        : // Where nothing begins with the two, they alone are a phrase that nothing matches.
          sql`coalesce(
            (select group_concat(${phrase(sql`p.term`)}, ' OR ') from elevator_word_parts p
              where p.term >= ${sought} and p.term < ${sought} || char(${lastLetter})),
            ${phrase(sought)})`;
    return sql`select f.rowid from elevator_words f where f.words match ${phrases}`;
  },
};
