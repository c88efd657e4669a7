import type { Compilable, CompiledQuery } from 'kysely';
import type { Queries } from './eventStore.ts';

const compiledOf = new WeakMap<Queries, Map<string, CompiledQuery>>();

/**
 * `run` for a query that runs for every event: built and compiled only the first time, under its name; afterwards only
 * its parameters change. `parameters` are the query's values in their order; a `name` stands for one text, so that it
 * names the columns where they vary. Throws if the built query has different parameters.
 */
export function* runPrepared<Row>(
  queries: Queries,
  name: string,
  parameters: readonly unknown[],
  build: () => Compilable<Row>,
): Generator<CompiledQuery, readonly Row[], readonly unknown[]> {
  const known = compiledOf.get(queries) ?? new Map<string, CompiledQuery>();
  compiledOf.set(queries, known);
  let compiled = known.get(name);
  if (compiled === undefined) {
    compiled = build().compile();
    if (
      compiled.parameters.length !== parameters.length ||
      compiled.parameters.some((value, index) => value !== parameters[index])
    ) {
      throw new Error(
        `${name}: the query has the parameters ${JSON.stringify(compiled.parameters)}, not ${JSON.stringify(parameters)}`,
      );
    }
    known.set(name, compiled);
  }
  const rows = yield { ...compiled, parameters };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as with `run`: the compiled query carries its row type
  return rows as readonly Row[];
}

/** The columns of a row of varying shape, for a query's name. */
export const columnsOf = (row: object): string => Object.keys(row).join(',');
