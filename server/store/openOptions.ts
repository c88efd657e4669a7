import type { Clock } from '../runtime/clock.ts';
import type { LeaseRequest } from './postgres/leaseSession.ts';
import type { InlineProjection } from './eventStore.ts';
import type { Upcasters } from './upcasters.ts';

export interface OpenOptions {
  /** `postgres://…` uses PostgreSQL; without it SQLite in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly clock: Clock;
  /**
   * All projections of the product, in the order in which they handle an event. One that is missing while the log grows
   * is rebuilt when it returns.
   */
  readonly projections: readonly InlineProjection[];
  /** Called once when nothing more can be stored safely: report it and stop the process. Nothing unsaved has been acknowledged. */
  readonly onFatal: (error: unknown) => void;
  readonly upcasters?: Upcasters;
  /**
   * All of the log is about to be read (verify, rebuild): on SQLite all of its text is checked first, not only what a
   * start reads. A rebuild that the opening itself begins has it checked too.
   */
  readonly readsWholeLog?: boolean;
  /**
   * PostgreSQL: opens the store as the one active process, waiting until no other is; when that right is lost, `onFatal` is called.
   * Without it the store is opened beside the active process, as tools do, and its schema and projections are not touched.
   */
  readonly lease?: LeaseRequest | undefined;
  /** The time that a rebuild may fail to gain on the writers before they wait for its pages. */
  readonly rebuildPatienceMs?: number;
  /** A step that may keep the writer busy for long begins; the returned function is called when it is over. */
  readonly onLongStep?: ((name: string) => () => void) | undefined;
  /** Reports to operators, in words, that rows are being rebuilt, or why they could not be. */
  readonly onRebuild?: ((note: string, error?: unknown) => void) | undefined;
}
