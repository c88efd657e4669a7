import { TokenBucket } from '../runtime/tokenBucket.ts';

/**
 * How often a connection may overtake the others because of a call. One that writes the mark into every report would
 * otherwise always go first; beyond this limit it waits its turn like the rest, which loses nothing.
 */
const urgentLimit = { burst: 50, perSecond: 50 } as const;
/** Bytes that wait here for one connection; beyond this the rest waits in the socket, and then at the device. */
const mostHeldBytes = 16_384;

export interface ReadTurnsParts {
  /** How long a turn of the event loop may spend on reading, in ms; a started chunk is finished. */
  readonly budgetMs: number;
  /** The mark of a message that must not wait, anywhere in the bytes. */
  readonly urgentMark: Buffer;
  /** A clock in ms for the budget. */
  readonly nowMs: () => number;
  /** Calls back in the next turn of the event loop, after all other pending work. */
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
 * Shares the event loop between thousands of connections and everything else. Otherwise everything that has arrived on
 * all sockets is read in one go: after a pause of half a second, a second's worth of reports would be handled before a
 * commit, a timer or a console's socket gets a turn, and a call for help needs a dozen such turns. So reports wait
 * where they are when the turn's budget is spent, each connection's in their order, and the connections in theirs; a
 * connection that carries a call is read at once (within a budget of its own), and so is one that signs in.
 */
export class ReadTurns<Connection extends object> {
  readonly #parts: ReadTurnsParts;
  readonly #resume: (connection: Connection) => void;
  /** In the order in which they will be read. */
  readonly #held = new Map<Connection, Held>();
  /** Connections that have been read once: the first bytes of a connection, with which it signs in, never wait. */
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

  /** The bytes to handle now; null if there are none, or if they have to wait. */
  take(connection: Connection, arrived: Arrived): Buffer | null {
    const held = this.#held.get(connection);
    const mayGoOn = this.#isWithinBudget();
    // Reading a connection that has no more data could end it before the held bytes are handled.
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

  /** Forgets a closed connection. */
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

/**
 * What is held, then the new bytes; null if there are none. Joined once and not with each chunk: otherwise a growing
 * backlog would become ever more expensive.
 */
function joined(held: Held | undefined, chunk: Buffer | null): Buffer | null {
  if (held === undefined) return chunk;
  const chunks = chunk === null ? held.chunks : [...held.chunks, chunk];
  return chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks);
}
