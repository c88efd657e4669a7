import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect,
  type Driver,
  type Kysely,
} from 'kysely';
import type { FairTurns } from '../fairTurns.ts';
import { ReadDriver } from '../readDriver.ts';
import { userOf } from '../readsOf.ts';
import type { Database } from '../schema.ts';

/** Kysely over connections whose users take turns: the same queries, parameters and rows as on the connections themselves. */
export class FairPostgresDialect implements Dialect {
  readonly #connections: Kysely<Database>;
  readonly #turns: FairTurns;

  constructor(connections: Kysely<Database>, turns: FairTurns) {
    this.#connections = connections;
    this.#turns = turns;
  }

  createDriver(): Driver {
    return new ReadDriver(
      (query) => this.#turns.run(userOf(query), async () => (await this.#connections.executeQuery(query)).rows),
      () => this.#connections.destroy(),
    );
  }

  createQueryCompiler() {
    return new PostgresQueryCompiler();
  }

  createAdapter() {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>) {
    return new PostgresIntrospector(db);
  }
}
