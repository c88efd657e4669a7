/** Bytes that wait here for one connection; beyond this the rest waits in the socket, and then at the device. */
const mostHeldBytes = 65_536;

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

/** The bytes that have arrived on a connection and have not been read. */
export interface Arrived {
  readonly length: number;
  read(): Buffer | null;
}

/**
 * Shares the event loop between thousands of connections and everything else. Whatever has arrived on all sockets is otherwise read in one
 * go: after half a second's pause a second of reports would be taken in before a commit, a timer or a console's socket has its turn, and a call
 * for help needs a dozen such turns. So reports wait where they are when the turn's budget is spent, each connection's in their order,
 * and the connections in theirs; a connection that carries a call is read at once.
 */
export class ReadTurns<Connection extends object> {
  readonly #parts: ReadTurnsParts;
  readonly #resume: (connection: Connection) => void;
  /** In the order in which they are read on. */
  readonly #held = new Map<Connection, Buffer>();
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
    const hasMore = held === undefined || (arrived.length > 0 && (mayGoOn || held.length < mostHeldBytes));
    const chunk = hasMore ? arrived.read() : null;
    const bytes = held === undefined || chunk === null ? (chunk ?? held ?? null) : Buffer.concat([held, chunk]);
    if (bytes === null) return null;
    if (mayGoOn || bytes.includes(this.#parts.urgentMark)) {
      this.#held.delete(connection);
      return bytes;
    }
    this.#held.set(connection, bytes);
    return null;
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
