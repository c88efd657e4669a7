import { types, type Client, type CustomTypesConfig, type QueryResult } from 'pg';
import { toBindable } from '../bindable.ts';

const maxNamedStatements = 1000;
/** The most queries in flight; more would only fill memory. */
const maxInFlight = 1_024;
/** The most queries that are written together: PostgreSQL works on them while the next ones are prepared. */
const mostHeldBack = 64;

/** int8 and numeric are read as numbers on both databases: ids, positions and epoch ms are far below 2^53. */
const typeParsers = new Map<number, (text: string) => unknown>([
  [20, Number],
  [1700, Number],
]);

export const pgTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => typeParsers.get(oid) ?? types.getTypeParser(oid, format),
};

/**
 * One pipelined connection inside transactions: a query whose rows are not needed is sent without waiting for its response,
 * which PostgreSQL sends in order; `settle` then tells whether all succeeded.
 */
export class PgSession<Owner = unknown> {
  readonly #client: Client;
  readonly #names = new Map<string, string>();
  #inFlight: Promise<void>[] = [];
  #firstError: { readonly error: unknown } | undefined;
  readonly #ownerOfError = new WeakMap<object, Owner>();
  #sentNum = 0;
  #heldBack = 0;

  /** The request for which queries are sent from now on. */
  owner: Owner | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The number of queries sent so far. */
  get sentNum(): number {
    return this.#sentNum;
  }

  /** The request whose query failed with this error. */
  ownerOf(error: unknown): Owner | undefined {
    return typeof error === 'object' && error !== null ? this.#ownerOfError.get(error) : undefined;
  }

  /**
   * Sends without waiting. Throws at once, having sent nothing, when a value cannot be bound: a commit sent behind it
   * would keep the rest.
   */
  send(sql: string, parameters: readonly unknown[] = []): void {
    const values = parameters.map(toBindable);
    this.#inFlight.push(
      this.#query(sql, values).then(
        () => undefined,
        (error: unknown) => {
          this.#firstError ??= { error };
        },
      ),
    );
  }

  /** Sends, and waits for the rows. */
  async rows<Row = unknown>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const values = parameters.map(toBindable);
    try {
      const { rows } = await this.#query(sql, values);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database returns the rows that the SQL names
      return rows as Row[];
    } catch (error) {
      // After a failure PostgreSQL refuses everything until the rollback: the first error is the real one.
      this.#firstError ??= { error };
      return this.#throwFirst();
    }
  }

  /** Runs a query of transaction steps; waits only for one that returns rows. */
  async execute(sql: string, parameters: readonly unknown[], returnsRows: boolean): Promise<readonly unknown[]> {
    if (returnsRows) return this.rows(sql, parameters);
    this.send(sql, parameters);
    if (this.#inFlight.length >= maxInFlight) await this.settle();
    return [];
  }

  /** Waits for everything sent. Throws the first error since the last time. */
  async settle(): Promise<void> {
    const sent = this.#inFlight;
    this.#inFlight = [];
    await Promise.all(sent);
    if (this.#firstError !== undefined) this.#throwFirst();
  }

  /** Commits. Throws when PostgreSQL did not: it responds to a commit of a failed transaction with ROLLBACK. */
  async commit(): Promise<void> {
    const committed = this.#query('commit', []);
    // The response may arrive while earlier ones are still awaited.
    committed.catch(() => undefined);
    await this.settle();
    const { command } = await committed;
    if (command !== 'COMMIT') throw new Error(`PostgreSQL answered the commit with ${command}`);
  }

  #throwFirst(): never {
    const first = this.#firstError;
    this.#firstError = undefined;
    throw first?.error;
  }

  async #query(sql: string, values: readonly unknown[]): Promise<QueryResult> {
    const { owner } = this;
    this.#sentNum += 1;
    try {
      return await this.#sendNow(sql, values);
    } catch (error) {
      if (owner !== undefined && typeof error === 'object' && error !== null) this.#ownerOfError.set(error, owner);
      throw error;
    }
  }

  /** Queries that wait for nothing in between are written together: a system call for each would cost more than the query itself. */
  #holdBack(): void {
    const { stream } = this.#client.connection;
    if (this.#heldBack === 0) {
      stream.cork();
      // Runs once everything that needs no answer has been sent.
      process.nextTick(() => this.#letGo());
    }
    this.#heldBack += 1;
    if (this.#heldBack % mostHeldBack !== 0) return;
    stream.uncork();
    stream.cork();
  }

  #letGo(): void {
    this.#heldBack = 0;
    this.#client.connection.stream.uncork();
  }

  #sendNow(sql: string, values: readonly unknown[]): Promise<QueryResult> {
    this.#holdBack();
    if (values.length === 0) return this.#client.query(sql);
    const name = this.#nameOf(sql);
    return this.#client.query({ text: sql, values: [...values], ...(name === undefined ? {} : { name }) });
  }

  /** A named statement is parsed once per connection. */
  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= maxNamedStatements) return known;
    const name = `tian${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}
