import { TokenBucket } from '../../runtime/tokenBucket.ts';

/**
 * The limit of a connection's overtaking because of a call. One that writes the mark into every report would otherwise always go first;
 * beyond this limit it waits its turn like the rest, which loses nothing.
 */
const urgentLimit = { burst: 50, perSecond: 50 } as const;
/** Bytes that wait here for one connection; beyond this the rest waits in the socket, and then at the device. */
const mostHeldBytes = 16_384;

export interface ReadTurnsParts {
  /** The time that a turn of the event loop may spend on reading, in ms; a started chunk is finished. */
  readonly budgetMs: number;
  /** The part of the budget after which the turn is short of time: what is read then, and can wait, is put off. */
  readonly handleMs: number;
  /** The most connections that a turn may read; each costs the system's own work as well, which the time does not include. */
  readonly mostReads: number;
  /** Handles what was put off, for as long as `mayGoOn` says; returns whether some is left. */
  readonly catchUp: (mayGoOn: () => boolean) => boolean;
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
 * connection that carries a call is read at once (within a budget of its own), and so is one that signs in. Before that, what
 * can wait is read and put off (docs/decisions/0056): its bytes are no longer in the way of what is behind them.
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
  #behindSinceMs = 0;
  #reads = 0;
  #hasDeferred = false;

  /** `resume` makes a connection ask for its bytes again. */
  constructor(parts: ReadTurnsParts, resume: (connection: Connection) => void) {
    this.#parts = parts;
    this.#resume = resume;
  }

  /** The number of connections that wait for a later turn. */
  get waiting(): number {
    return this.#held.size;
  }

  /** The time during which some connection or other has been waiting at every moment, in ms; 0 if none waits. */
  get behindMs(): number {
    return this.#held.size === 0 ? 0 : this.#parts.nowMs() - this.#behindSinceMs;
  }

  /** Has this turn no time left for what can wait? */
  get isShort(): boolean {
    return !this.#isWithin(this.#parts.handleMs);
  }

  /** Bytes that were read have been put off: `catchUp` is called in the next turn, even if nothing more arrives. */
  deferred(): void {
    this.#hasDeferred = true;
  }

  /** The bytes to handle now; null if there are none, or if they have to wait. */
  take(connection: Connection, arrived: Arrived): Buffer | null {
    const held = this.#held.get(connection);
    const mayGoOn = this.#isWithin(this.#parts.budgetMs);
    // Reading a connection that has no more data could end it before the held bytes are handled. What follows them is searched for a call
    // only while the turn has reads left: otherwise it waits in the socket, and no longer than the others.
    const mayLook = held === undefined || mayGoOn || (held.bytes < mostHeldBytes && this.#hasReadsLeft);
    const hasMore = held === undefined || (arrived.length > 0 && mayLook);
    const chunk = hasMore ? arrived.read() : null;
    if (chunk !== null) this.#reads += 1;
    const isFirst = chunk !== null && !this.#known.has(connection);
    if (isFirst) this.#known.add(connection);
    if (mayGoOn || isFirst || (chunk !== null && this.#hasMark(held, chunk) && this.#mayGoPast(connection))) {
      this.#held.delete(connection);
      return joined(held, chunk);
    }
    if (chunk === null) return null;
    if (held === undefined) {
      if (this.#held.size === 0) this.#behindSinceMs = this.#parts.nowMs();
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

  get #hasReadsLeft(): boolean {
    return this.#reads < this.#parts.mostReads;
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

  #isWithin(budgetMs: number): boolean {
    const nowMs = this.#parts.nowMs();
    if (this.#turnBeganMs === undefined) this.#begin(nowMs);
    return nowMs - (this.#turnBeganMs ?? nowMs) < budgetMs && this.#hasReadsLeft;
  }

  #begin(nowMs: number): void {
    this.#turnBeganMs = nowMs;
    this.#reads = 0;
    this.#parts.nextTurn(() => {
      this.#turnBeganMs = undefined;
      if (this.#hasDeferred) this.#hasDeferred = this.#parts.catchUp(() => !this.isShort);
      this.#readOn();
    });
  }

  #readOn(): void {
    for (const connection of this.#held.keys()) {
      if (!this.#isWithin(this.#parts.budgetMs)) return;
      this.#resume(connection);
    }
  }
}

/**
 * Returns the held bytes followed by the new ones; null if there are none. Joined once and not with each chunk: otherwise a growing backlog
 * would become ever more expensive.
 */
function joined(held: Held | undefined, chunk: Buffer | null): Buffer | null {
  if (held === undefined) return chunk;
  const chunks = chunk === null ? held.chunks : [...held.chunks, chunk];
  return chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks);
}
