import type { Client } from 'pg';
import { every, type Clock } from '../../runtime/clock.ts';
import type { Lease } from '../subscriptions/durableSubscription.ts';
import { endClient, giveUp, openClient } from './pgConnections.ts';
import { notifyChannel } from './postgresWriter.ts';

const pollMs = 1000;
/** First half of the advisory locks' key: leases. */
export const leaseClass = 7436;
/** A listener whose link fell silent receives nothing and would not notice. */
const answerWithinMs = 3_000;

export interface PgListenerOptions {
  readonly databaseUrl: string;
  readonly clock: Clock;
  /** The payload of this process's own notifications. Its writer announces its commits itself, so these lead to no read. */
  readonly ownName: string;
  /** Reads new events. Called for each notification of others, and every second in case one was lost. */
  readonly readNew: () => Promise<void>;
  /** Called whenever a lost link is back: the database behind it may be another one. */
  readonly onReconnected: () => void;
}

/** The process's single connection for notifications and for the leases of its durable subscriptions. */
export class PgListener {
  readonly #options: PgListenerOptions;
  readonly #cancelPoll: () => void;
  #client: Client | undefined;
  #connecting: Promise<void> | undefined;
  #leases = new AbortController();
  #reading: Promise<void> | undefined;
  #readAgain = false;
  #closed = false;

  constructor(options: PgListenerOptions) {
    this.#options = options;
    this.#cancelPoll = every(options.clock, pollMs, () => this.#poll());
  }

  /** Listens once it has resolved; reconnects automatically from then on. */
  connect(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  /** Reads until nothing is new; calls during a read lead to one more. */
  wake(): Promise<void> {
    this.#readAgain = true;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async claim(name: string): Promise<Lease | undefined> {
    const client = this.#client;
    if (client === undefined) return undefined;
    const { signal } = this.#leases;
    const { rows } = await client.query<{ claimed: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as claimed',
      [leaseClass, name],
    );
    if (rows[0]?.claimed !== true) return undefined;
    return {
      lost: signal,
      release: () => {
        // When the connection is gone, so is its lock.
        if (!signal.aborted)
          client.query('select pg_advisory_unlock($1, hashtext($2))', [leaseClass, name]).catch(() => undefined);
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelPoll();
    await this.#connecting?.catch(() => undefined);
    await this.#reading?.catch(() => undefined);
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await endClient(client);
  }

  async #poll(): Promise<void> {
    try {
      if (this.#client !== undefined) await this.#ask(this.#client);
      else if (!this.#closed) {
        await this.connect();
        this.#options.onReconnected();
      }
      await this.wake();
    } catch {
      // The database is unreachable; the next poll tries again.
    }
  }

  /** A link without an answer is replaced. */
  async #ask(client: Client): Promise<void> {
    try {
      await client.query('select 1');
    } catch (error) {
      giveUp(client);
      this.#lose(client);
      throw error;
    }
  }

  async #read(): Promise<void> {
    while (this.#readAgain && !this.#closed) {
      this.#readAgain = false;
      await this.#options.readNew();
    }
  }

  async #connect(): Promise<void> {
    const client = await openClient(
      { connectionString: this.#options.databaseUrl, query_timeout: answerWithinMs },
      `listen ${notifyChannel}`,
    );
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ payload }) => {
      if (payload === this.#options.ownName) return;
      // A failed read is made up for by the next poll.
      this.wake().catch(() => undefined);
    });
    this.#client = client;
    await this.wake();
  }

  #lose(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#leases.abort();
    this.#leases = new AbortController();
  }
}
