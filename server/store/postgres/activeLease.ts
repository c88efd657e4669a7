import type { Client } from 'pg';
import { every, type Clock } from '../../runtime/clock.ts';
import { LeaseLostError } from '../errors.ts';
import {
  answerWithinMs,
  claim,
  endOldSession,
  openSession,
  processIdOf,
  takeToken,
  tokenOf,
  tryToLock,
  type Claimed,
  type LeaseRequest,
} from './leaseSession.ts';
import type { LogAnchor } from '../integrity/logAnchor.ts';
import { endClient, giveUp } from './pgConnections.ts';

const beatEveryMs = 500;
/** An active process that has had no answer for this long exits before the server ends its session and another takes over. */
const stopAfterMs = 3_000;
/** A tick this late shows that the process itself was paused. The lock is then checked once more before it counts as lost. */
const stoodStillMs = 1_500;

export interface LeaseOptions extends LeaseRequest {
  readonly databaseUrl: string;
  readonly clock: Clock;
  /** Called once: this process is no longer the active one, or cannot be sure of it. */
  readonly onLost: (error: LeaseLostError) => void;
}

/**
 * The right to be the only active process on a PostgreSQL database. It is a lock of a session that the server ends when it is silent,
 * so a process that is killed, frozen or cut off loses it within seconds, and exits before that. The token that each holder raises
 * fences off a process that was frozen and does not know yet: every write checks it (`HeadCheck`).
 */
export class ActiveLease {
  /** The log's end as a standby last saw it, to be compared with the log that it takes over. */
  readonly seen: LogAnchor | undefined;
  readonly #options: LeaseOptions;
  #client: Client | undefined;
  #token: number | undefined;
  /** The session's, on the server. */
  #processId: number;
  #confirmedMs: number;
  #tickedMs: number;
  #sureUntilMs = 0;
  #beating: Promise<void> | undefined;
  #cancelTicks: () => void;
  #over = false;
  #onReclaimed: () => void = () => {};

  private constructor(options: LeaseOptions, claimed: Claimed) {
    this.#options = options;
    this.#client = claimed.client;
    this.#processId = claimed.processId;
    this.seen = claimed.seen;
    this.#confirmedMs = claimed.claimedMs;
    this.#tickedMs = options.clock.monotonicMs();
    this.#watchEnd(claimed.client);
    this.#cancelTicks = every(options.clock, beatEveryMs, () => this.#tick());
  }

  /**
   * Waits until this process is the only one. Throws what the callbacks throw, and errors that waiting cannot cure (a
   * wrong password, no such database).
   */
  static async acquire(options: LeaseOptions): Promise<ActiveLease> {
    return new ActiveLease(options, await claim(options));
  }

  /** Fences the predecessor off. Returns the token under which this process may write; undefined before the table is there. */
  async takeToken(): Promise<number | undefined> {
    this.#token = await takeToken(this.#options.databaseUrl);
    return this.#token;
  }

  /** Calls back from now on whenever the link broke and the lease turned out to be unchanged. */
  watch(onReclaimed: () => void): void {
    this.#onReclaimed = onReclaimed;
  }

  /** A standby may take over at once. */
  async release(): Promise<void> {
    this.#over = true;
    this.#cancelTicks();
    await this.#beating;
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await endClient(client);
  }

  #tick(): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#tickedMs > stoodStillMs) this.#sureUntilMs = nowMs + answerWithinMs;
    this.#tickedMs = nowMs;
    if (nowMs - this.#confirmedMs > stopAfterMs && nowMs > this.#sureUntilMs)
      return this.#lose(new LeaseLostError('unconfirmed'));
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
  }

  /** A response on the same session proves that its lock was never free. */
  async #beat(): Promise<void> {
    const sentMs = this.#options.clock.monotonicMs();
    const before = this.#client;
    try {
      const client = before ?? (await this.#reclaim());
      const expected = this.#token;
      const token = expected === undefined ? undefined : await tokenOf(client);
      if (token === undefined) await client.query('select 1');
      if (this.#over) return before === undefined ? giveUp(client) : undefined;
      if (token !== expected) return this.#lose(new LeaseLostError('takenOver'));
      this.#client = client;
      this.#confirmedMs = sentMs;
      if (before === undefined) {
        this.#watchEnd(client);
        this.#onReclaimed();
      }
    } catch {
      // The next beat reconnects: a silent link is given up.
      if (this.#client !== undefined) giveUp(this.#client);
      this.#client = undefined;
    }
  }

  /** On a new session. Throws while another session has the lock. */
  async #reclaim(): Promise<Client> {
    const client = await openSession(this.#options.databaseUrl);
    try {
      if (await tryToLock(client)) {
        this.#processId = await processIdOf(client);
        return client;
      }
      if (this.#token !== undefined && (await tokenOf(client)) !== this.#token)
        this.#lose(new LeaseLostError('takenOver'));
      else await endOldSession(client, this.#processId);
      throw new Error('the lease is taken');
    } catch (error) {
      giveUp(client);
      throw error;
    }
  }

  /** A broken session is replaced immediately, before a standby takes over. */
  #watchEnd(client: Client): void {
    client.on('end', () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      if (!this.#over) this.#tick();
    });
  }

  #lose(error: LeaseLostError): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancelTicks();
    if (this.#client !== undefined) giveUp(this.#client);
    this.#client = undefined;
    this.#options.onLost(error);
  }
}
