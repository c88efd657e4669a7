import { reservedKeys } from './urlState.ts';
import type { ListScreenDefinition } from './listTypes.ts';

/**
 * A list screen as a typed constant. `Row` and `Query` are inferred from `load`, so a misspelt column field or
 * filter key does not compile. Make it once per screen (its identity is what the list's state hangs on), for
 * example in the factory that a feature exports: `({ load }) => defineListScreen({ load, … })`.
 *
 * Throws on two columns of one id and on filter keys that collide with each other or with the list's own.
 */
export function defineListScreen<Row, Query>(
  screen: ListScreenDefinition<Row, Query>,
): ListScreenDefinition<Row, Query> {
  const keys = [...reservedKeys, ...(screen.filters ?? []).flatMap((filter) => filter.keys)];
  const ids = screen.columns.map((column) => column.id);
  for (const names of [keys, ids]) {
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new Error(`${screen.name}: '${twice}' is used twice`);
  }
  return screen;
}
