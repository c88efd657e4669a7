import { sql, type RawBuilder } from 'kysely';
import type { EventStore } from '../store/eventStore.ts';

type Kind = Pick<EventStore, 'kind'>;

/** A JSON list of texts as a subquery: one parameter, however long it is. `x in (…)` */
export const textsOf = ({ kind }: Kind, json: string): RawBuilder<unknown> =>
  kind === 'sqlite' ? sql`select value from json_each(${json})` : sql`select json_array_elements_text(${json}::json)`;

/** The same of whole numbers. */
export const numbersOf = (store: Kind, json: string): RawBuilder<unknown> =>
  store.kind === 'sqlite'
    ? textsOf(store, json)
    : sql`select listed::bigint from json_array_elements_text(${json}::json) as listed`;
