import type { Kysely } from 'kysely';

/**
 * One step of the schema, the same for both databases: integers (ids, epoch ms, 0/1) are `bigint`, fractions `double precision`,
 * JSON `text`. `kind` is for the rare difference that has no portable spelling.
 */
export interface StoreMigration {
  /** Sorted by name: `002-…`. Never renamed once released. */
  readonly name: string;
  readonly up: (db: Kysely<unknown>, kind: 'sqlite' | 'postgres') => Promise<void>;
}
