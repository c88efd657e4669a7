import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Queries } from './eventStore.ts';
import type { Database } from './schema.ts';

/** Transaction steps yield their queries; running one on its own would silently do nothing. */
class NeverDriver extends DummyDriver {
  override acquireConnection(): never {
    throw new Error('inside transaction steps a query is yielded (`yield* run(query)`), never executed');
  }
}

/** The query builder that projections and effects get: it only compiles. */
export function compileOnlyQueries(kind: 'sqlite' | 'postgres'): Queries {
  return new Kysely<Database>({
    dialect:
      kind === 'sqlite'
        ? {
            createAdapter: () => new SqliteAdapter(),
            createDriver: () => new NeverDriver(),
            createIntrospector: (db) => new SqliteIntrospector(db),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          }
        : {
            createAdapter: () => new PostgresAdapter(),
            createDriver: () => new NeverDriver(),
            createIntrospector: (db) => new PostgresIntrospector(db),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          },
  });
}
