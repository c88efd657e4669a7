/** Planning a shorter query takes no time. */
const leastLength = 500;
/** A query with a list of changing length may come often, but seldom with the same length. */
const namedFrom = 3;
/** Each connection keeps each plan; a large one takes some hundred KB. */
const mostNames = 100;
const mostSeen = 1_000;

/**
 * Names for queries that come again and again: PostgreSQL plans a named statement a few times for each connection and then keeps the plan,
 * where planning took most of the time. A query without a name is planned each time.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Map<string, number>();
  readonly #refused = new Set<string>();

  /** The query's name, the same on every connection; undefined for one that is short, or has not come by often enough. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || text.length < leastLength || this.#refused.has(text)) return name;
    if (this.#names.size + this.#refused.size >= mostNames) return undefined;
    const seen = (this.#seen.get(text) ?? 0) + 1;
    if (seen < namedFrom) {
      if (this.#seen.size >= mostSeen) this.#seen.clear();
      this.#seen.set(text, seen);
      return undefined;
    }
    this.#seen.delete(text);
    const given = `read_${this.#names.size + this.#refused.size + 1}`;
    this.#names.set(text, given);
    return given;
  }

  /** The query goes without a name from now on. */
  refuse(text: string): void {
    this.#names.delete(text);
    this.#refused.add(text);
  }
}
