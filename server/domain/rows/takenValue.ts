import type { Compilable } from 'kysely';
import { run, type Queries } from '../../store/eventStore.ts';
import type { Judgement } from './rowResource.ts';

/**
 * The judgement that another row has the same values already. `sameAs` selects the rows that have them, the judged one among them if it is
 * stored; it returns undefined where nothing has to be unique.
 */
export const takenValue = <Values>(
  field: keyof Values & string,
  message: string,
  sameAs: (queries: Queries, values: Values) => Compilable<{ readonly id: number }> | undefined,
): Judgement<Values> =>
  function* taken(queries, id, values) {
    const same = sameAs(queries, values);
    const rows = same === undefined ? [] : yield* run(same);
    return rows.some((row) => row.id !== id) ? [{ field, message }] : [];
  };
