import { LeaseLostError, LogWentBackError } from '../errors.ts';
import type { LogHead } from '../eventRow.ts';

/** The database's report under the lock. */
export interface HeadRow extends LogHead {
  /** Hash of the newest event that this process knew; null if it is missing. */
  readonly known_hash: string | null;
  readonly token: number;
}

/** The end of the log as this process knows it. */
interface KnownEnd {
  readonly position: number;
  /** The hash of the event at that position; null where none stands there, in a log that was found broken at its end. */
  readonly hash: string | null;
}

export interface HeadCheckOptions {
  /** The log's end when the store was opened: what stood there, not what it should have been, so that a known break can be acknowledged. */
  readonly end: KnownEnd;
  /** The token under which this process writes; undefined where it shares the database with others of its own program (tools, tests). */
  readonly token: number | undefined;
  /** Called once: this process may write nothing more. */
  readonly onBroken: (error: LeaseLostError | LogWentBackError) => void;
}

export interface HeadQuestion {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The head to continue from. Throws LeaseLostError, LogWentBackError. */
  readonly judge: (row: HeadRow | undefined) => LogHead;
}

const readHead = `select position, hash, (select hash from events where position = $1) as known_hash,
  (select token from active_lease where id = 1) as token from log_head where id = 1`;

/**
 * Checked under the lock of every write, in the round trip that reads the head: is the log still the one whose end we
 * know, and may we still write? A process that was frozen, and a database that went back to an older state, are
 * detected here before anything is acknowledged.
 */
export class HeadCheck {
  readonly #options: HeadCheckOptions;
  #known: KnownEnd;
  #broken: LeaseLostError | LogWentBackError | undefined;

  constructor(options: HeadCheckOptions) {
    this.#options = options;
    this.#known = options.end;
  }

  /** The query to run under the writers' lock, and how to interpret its row. */
  ask(): HeadQuestion {
    const known = this.#known;
    return { sql: readHead, parameters: [known.position], judge: (row) => this.#judge(row, known) };
  }

  /** Called when an event was committed by us or announced by another process. */
  advance({ position, hash }: LogHead): void {
    if (position > this.#known.position) this.#known = { position, hash };
  }

  #judge(row: HeadRow | undefined, known: KnownEnd): LogHead {
    if (row === undefined) throw new Error('log_head has no row');
    if (this.#broken !== undefined) throw this.#broken;
    const { token } = this.#options;
    if (token !== undefined && row.token !== token) this.#break(new LeaseLostError('takenOver'));
    if (known.position > row.position || (known.position > 0 && row.known_hash !== known.hash))
      this.#break(new LogWentBackError(known, row.position));
    return { position: row.position, hash: row.hash };
  }

  #break(error: LeaseLostError | LogWentBackError): never {
    this.#broken = error;
    this.#options.onBroken(error);
    throw error;
  }
}
