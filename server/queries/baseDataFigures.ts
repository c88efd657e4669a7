import { startOfDayMs } from '../../src/contract/time.ts';
import type { Principal } from '../access/principal.ts';
import type { Directory } from '../domain/directory.ts';
import type { Clock } from '../runtime/clock.ts';

/** Scopes and questions that are kept; beyond it all are forgotten. */
const mostKept = 500;

/**
 * Figures that follow from base data and the day alone: counted once for each scope and question until either changes.
 * Every wall and every overview asks for them, and over a hundred thousand lifts each count holds the embedded store
 * for a sixth of a second.
 */
export class BaseDataFigures {
  readonly #parts: { readonly directory: Pick<Directory, 'generation'>; readonly clock: Clock };
  readonly #kept = new Map<string, Promise<unknown>>();
  #of = '';

  constructor(parts: { readonly directory: Pick<Directory, 'generation'>; readonly clock: Clock }) {
    this.#parts = parts;
  }

  /** `name` and `input` together say what `count` counts for the caller's scope. */
  read<Figures>(name: string, { scope }: Principal, input: object, count: () => Promise<Figures>): Promise<Figures> {
    const { directory, clock } = this.#parts;
    const now = `${directory.generation} ${startOfDayMs(clock.nowMs())}`;
    if (now !== this.#of || this.#kept.size >= mostKept) this.#kept.clear();
    this.#of = now;
    const key = JSON.stringify([name, scope, input]);
    const kept = this.#kept.get(key);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under this very name, by this very function
    if (kept !== undefined) return kept as Promise<Figures>;
    const counting = count();
    this.#kept.set(key, counting);
    // After a failure, the next request counts again.
    counting.catch(() => {
      if (this.#kept.get(key) === counting) this.#kept.delete(key);
    });
    return counting;
  }
}
