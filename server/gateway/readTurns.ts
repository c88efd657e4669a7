import { TokenBucket } from './tokenBucket.ts';

/**
 * How often a connection may go past the others because of a call. One that writes the mark into every report would otherwise be read at once always;
 * beyond this it waits its turn like the rest, which loses nothing.
 */
const urgentLimit = { burst: 50, perSecond: 50 } as const;
/** Bytes that wait here for one connection; beyond this the rest waits in the socket, and then at the device. */
const mostHeldBytes = 16_384;

export interface ReadTurnsParts {
  /** What a turn of the event loop may spend on reading, in ms; a chunk that has begun is finished. */
  readonly budgetMs: number;
  /** A message that must not wait for others', wherever in the bytes it stands. */
  readonly urgentMark: Buffer;
  /** A clock in ms for the budget. */
  readonly nowMs: () => number;
  /** Calls back in the next turn of the event loop, after what else there is has been done. */
  readonly nextTurn: (callback: () => void) => void;
}

interface Held {
  readonly chunks: Buffer[];
  bytes: number;
}

/** The bytes that have arrived on a connection and have not been read. */
export interface Arrived {
  readonly length: number;
  read(): Buffer | null;
}

/**
 * Shares the event loop between thousands of connections and everything else. Whatever has arrived on all sockets is otherwise read in one
 * go: after half a second's pause a second of reports would be taken in before a commit, a timer or a console's socket has its turn, and a call
 * for help needs a dozen such turns. So reports wait where they are when the turn's budget is spent, each connection's in their order,
 * and the connections in theirs; a connection that carries a call is read at once (within a budget of its own), and so is one that signs in.
 */
export class ReadTurns<Connection extends object> {
  readonly #parts: ReadTurnsParts;
  readonly #resume: (connection: Connection) => void;
  /** In the order in which they are read on. */
  readonly #held = new Map<Connection, Held>();
  /** Who was read once: the first words of a connection, by which it signs in, wait for nobody. */
  readonly #known = new WeakSet<Connection>();
  readonly #urgentTokens = new WeakMap<Connection, TokenBucket>();
  #turnBeganMs: number | undefined;

  /** `resume` makes a connection ask for its bytes again. */
  constructor(parts: ReadTurnsParts, resume: (connection: Connection) => void) {
    this.#parts = parts;
    this.#resume = resume;
  }

  /** How many connections wait for a later turn. */
  get waiting(): number {
    return this.#held.size;
  }

  /** The bytes to be taken in now; null when there are none, or when they wait. */
  take(connection: Connection, arrived: Arrived): Buffer | null {
    const held = this.#held.get(connection);
    const mayGoOn = this.#isWithinBudget();
    // Reading a connection that has nothing more could be its end, before what is held.
    const hasMore = held === undefined || (arrived.length > 0 && (mayGoOn || held.bytes < mostHeldBytes));
    const chunk = hasMore ? arrived.read() : null;
    const isFirst = chunk !== null && !this.#known.has(connection);
    if (isFirst) this.#known.add(connection);
    if (mayGoOn || isFirst || (chunk !== null && this.#hasMark(held, chunk) && this.#mayGoPast(connection))) {
      this.#held.delete(connection);
      return joined(held, chunk);
    }
    if (chunk === null) return null;
    if (held === undefined) {
      this.#held.set(connection, { chunks: [chunk], bytes: chunk.length });
    } else {
      held.chunks.push(chunk);
      held.bytes += chunk.length;
    }
    return null;
  }

  #hasMark(held: Held | undefined, chunk: Buffer): boolean {
    const { urgentMark } = this.#parts;
    if (chunk.includes(urgentMark)) return true;
    const last = held?.chunks.at(-1);
    const reach = urgentMark.length - 1;
    return last !== undefined && Buffer.concat([last.subarray(-reach), chunk.subarray(0, reach)]).includes(urgentMark);
  }

  #mayGoPast(connection: Connection): boolean {
    const nowMs = this.#parts.nowMs();
    const tokens = this.#urgentTokens.get(connection) ?? new TokenBucket(urgentLimit, nowMs);
    this.#urgentTokens.set(connection, tokens);
    return tokens.take(nowMs);
  }

  isHolding(connection: Connection): boolean {
    return this.#held.has(connection);
  }

  /** A closed connection waits no more. */
  forget(connection: Connection): void {
    this.#held.delete(connection);
  }

  #isWithinBudget(): boolean {
    const nowMs = this.#parts.nowMs();
    if (this.#turnBeganMs === undefined) this.#begin(nowMs);
    return nowMs - (this.#turnBeganMs ?? nowMs) < this.#parts.budgetMs;
  }

  #begin(nowMs: number): void {
    this.#turnBeganMs = nowMs;
    this.#parts.nextTurn(() => {
      this.#turnBeganMs = undefined;
      this.#readOn();
    });
  }

  #readOn(): void {
    for (const connection of this.#held.keys()) {
      if (!this.#isWithinBudget()) return;
      this.#resume(connection);
    }
  }
}

/** What is held, then the new bytes; null if there are none. Joined once and not with each chunk: otherwise a growing backlog would become ever more expensive. */
function joined(held: Held | undefined, chunk: Buffer | null): Buffer | null {
  if (held === undefined) return chunk;
  const chunks = chunk === null ? held.chunks : [...held.chunks, chunk];
  return chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks);
}
