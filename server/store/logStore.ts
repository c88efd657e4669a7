import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { Clock } from '../runtime/clock.ts';
import { retry } from '../runtime/retry.ts';
import { CallsFirst } from './subscriptions/callsFirst.ts';
import { Checkpoints } from './subscriptions/checkpoints.ts';
import { DurableSubscription, type DurableSource } from './subscriptions/durableSubscription.ts';
import { StoreClosedError } from './errors.ts';
import { toStoredEvent } from './eventRow.ts';
import {
  type AppendRequest,
  type AppendResult,
  type DurableSubscriptionOptions,
  type EventStore,
  type InlineProjection,
  type Queries,
  type Subscription,
  type SubscriptionOptions,
  type TransactionSteps,
} from './eventStore.ts';
import { IdBlocks } from './idBlocks.ts';
import { refuseUnkeepable } from './keepable.ts';
import { outdatedProjections, rebuildProjections, sweepLeftovers, type RebuildInput } from './rebuild.ts';
import { unfinishedRebuild } from './rebuildState.ts';
import type { Tail } from './subscriptions/tail.ts';
import type { Upcasters } from './upcasters.ts';
import { toFindings, walkChain, type ChainFindings } from './integrity/verifyChain.ts';
import type { Execute } from './execute.ts';

/** The part that differs between the databases: turning requests into one durable transaction. */
export interface LogWriter {
  append(request: AppendRequest): Promise<AppendResult>;
  write<Result>(steps: (queries: Queries) => TransactionSteps<Result>): Promise<Result>;
  /** One long transaction while appends wait; rolled back when the work throws. */
  exclusively<Result>(work: (execute: Execute) => Promise<Result>): Promise<Result>;
  /** Resolves when everything requested before is committed. */
  close(): Promise<void>;
}

export interface LogStoreParts {
  readonly kind: 'sqlite' | 'postgres';
  readonly epoch: string;
  readonly rows: Queries;
  readonly reads: Queries;
  readonly compile: Queries;
  readonly writer: LogWriter;
  readonly tail: Tail;
  readonly clock: Clock;
  readonly upcasters: Upcasters;
  readonly projections: readonly InlineProjection[];
  readonly claim: DurableSource['claim'];
  /** The rebuilding of projections beside the appends. */
  readonly rebuilding: Pick<RebuildInput, 'beside' | 'shadow' | 'page' | 'patienceMs'>;
  readonly onRebuild?: ((note: string, error?: unknown) => void) | undefined;
  readonly onLongStep?: ((name: string) => () => void) | undefined;
  /** Lets running reads end before the writer stops, and refuses those that wait. */
  readonly stopReads: () => Promise<void>;
  /**
   * Called when the store is opened and its rows must be rebuilt, before anything of the log is read for it; a throw
   * gives up the opening.
   */
  readonly beforeRebuild?: () => void;
  /** Closes the connections, after everything else has stopped. */
  readonly release: () => Promise<void>;
}

/** The event store above the databases: everything that both have in common. */
export class LogStore implements EventStore {
  readonly kind;
  readonly epoch;
  readonly rows;
  readonly reads;
  readonly callsFirst: CallsFirst;
  readonly #parts: LogStoreParts;
  readonly #ids: IdBlocks;
  readonly #checkpoints: Checkpoints;
  readonly #durable = new Map<string, DurableSubscription>();
  readonly #stopRebuilding = new AbortController();
  /** Rebuilds run one after the other. */
  #rebuilding: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(parts: LogStoreParts) {
    this.kind = parts.kind;
    this.epoch = parts.epoch;
    this.rows = parts.rows;
    this.reads = parts.reads;
    this.#parts = parts;
    this.#ids = new IdBlocks((steps) => this.write(steps));
    this.#checkpoints = new Checkpoints((steps) => this.write(steps));
    this.callsFirst = new CallsFirst(parts.clock);
  }

  async append(request: AppendRequest): Promise<AppendResult> {
    refuseUnkeepable(request);
    return this.#parts.writer.append(request);
  }

  write<Result>(steps: (queries: Queries) => TransactionSteps<Result>): Promise<Result> {
    return this.#parts.writer.write(steps);
  }

  nextId(kind: string): Promise<number> {
    return this.#ids.next(kind);
  }

  async readStream(stream: string, afterVersion = 0): Promise<readonly StoredEvent[]> {
    const rows = await this.rows
      .selectFrom('events')
      .selectAll()
      .where('stream', '=', stream)
      .where('version', '>', afterVersion)
      .orderBy('version')
      .execute();
    return rows.map((row) => toStoredEvent(row, this.#parts.upcasters));
  }

  async readAll(afterPosition: number, limit = 500): Promise<readonly StoredEvent[]> {
    const recent = this.#parts.tail.recent(afterPosition, limit);
    if (recent !== undefined) return recent;
    const rows = await this.rows
      .selectFrom('events')
      .selectAll()
      .where('position', '>', afterPosition)
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map((row) => toStoredEvent(row, this.#parts.upcasters));
  }

  async #readAt(position: number): Promise<StoredEvent> {
    const [event] = await this.readAll(position - 1, 1);
    if (event?.position !== position) throw new Error(`the log has no event at ${position}`);
    return event;
  }

  async head(): Promise<number> {
    const row = await this.rows.selectFrom('log_head').select('position').executeTakeFirstOrThrow();
    return row.position;
  }

  subscribe(options: SubscriptionOptions): Subscription {
    return this.#parts.tail.subscribe(options);
  }

  subscribeDurably(options: DurableSubscriptionOptions): Subscription {
    const { name } = options;
    if (this.#durable.has(name)) throw new Error(`the durable subscription ${name} is already running`);
    const { tail, clock, claim } = this.#parts;
    const subscription = new DurableSubscription(options, {
      clock,
      claim,
      head: () => tail.head,
      subscribe: (live) => tail.subscribe(live),
      read: (position) => this.#readAt(position),
      readCheckpoint: async (checkpoint) => {
        const row = await this.rows
          .selectFrom('checkpoints')
          .select('position')
          .where('name', '=', checkpoint)
          .executeTakeFirst();
        return row?.position;
      },
      checkpoints: this.#checkpoints,
      callsFirst: this.callsFirst,
    });
    this.#durable.set(name, subscription);
    return {
      close: async () => {
        await subscription.close();
        if (this.#durable.get(name) === subscription) this.#durable.delete(name);
      },
    };
  }

  async rebuild(names?: readonly string[]): Promise<{ readonly events: number; readonly durationMs: number }> {
    const { projections, writer, compile, upcasters, rebuilding } = this.#parts;
    const unknown = names?.find((name) => projections.every((projection) => projection.name !== name));
    if (unknown !== undefined) throw new Error(`there is no projection named ${unknown}`);
    const startedMs = performance.now();
    const chosen = names === undefined ? projections : projections.filter(({ name }) => names.includes(name));
    const events = await this.#inTurn((until) =>
      rebuildProjections({
        ...rebuilding,
        chosen,
        projections,
        compile,
        upcasters,
        until,
        exclusively: async (work) => {
          const end = this.#parts.onLongStep?.('重建列表');
          try {
            return await writer.exclusively(work);
          } finally {
            end?.();
          }
        },
      }),
    );
    return { events, durationMs: performance.now() - startedMs };
  }

  /**
   * Rebuilds rows of other versions, once the store is otherwise open. Resolves when the rows can serve: rows that their projection accepts
   * (`servesFrom`) serve immediately, and are rebuilt while the store is in use.
   */
  async bringRowsUpToDate(): Promise<void> {
    const { projections, onRebuild, beforeRebuild } = this.#parts;
    const outdated = await outdatedProjections(projections, this.rows);
    const unfinished = await unfinishedRebuild(this.rows);
    const isUnfinished = projections.some(({ name, version }) => unfinished[name] === version);
    const names = projections
      .filter(
        (projection) =>
          outdated.some((found) => found.projection === projection) ||
          unfinished[projection.name] === projection.version,
      )
      .map(({ name }) => name);
    if (names.length === 0) {
      void this.#inTurn((until) => sweepLeftovers({ ...this.#parts.rebuilding, until })).catch((error: unknown) =>
        this.#tellUnlessClosed('清理旧列表出错', error),
      );
      return;
    }
    beforeRebuild?.();
    if (outdated.some(({ canServe }) => !canServe)) {
      if (isUnfinished || (await this.head()) > 0)
        onRebuild?.(
          isUnfinished ? '正在继续重建列表，完成后启动 …' : '列表的格式已改变，正在从事件日志重建，完成后启动 …',
        );
      await this.rebuild(names);
      return;
    }
    onRebuild?.('正在从事件日志重建列表，期间照常服务');
    const until = this.#stopRebuilding.signal;
    void retry(() => this.rebuild(names), {
      clock: this.#parts.clock,
      until,
      onError: (error) => this.#tellUnlessClosed('重建列表出错，将重试', error),
    }).then((done) =>
      done === undefined
        ? undefined
        : onRebuild?.(`已从 ${done.events} 个事件重建列表，用时 ${(done.durationMs / 1_000).toFixed(1)} 秒`),
    );
  }

  #inTurn<Result>(work: (until: AbortSignal) => Promise<Result>): Promise<Result> {
    const until = this.#stopRebuilding.signal;
    const turn = this.#rebuilding.then(() => {
      if (until.aborted) throw new StoreClosedError();
      return work(until);
    });
    this.#rebuilding = turn.catch(() => undefined);
    return turn;
  }

  #tellUnlessClosed(note: string, error: unknown): void {
    if (!(error instanceof StoreClosedError)) this.#parts.onRebuild?.(note, error);
  }

  async verify(): Promise<ChainFindings> {
    return toFindings(await walkChain(this.rows));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#stopRebuilding.abort();
    await this.#rebuilding;
    await Promise.all([...this.#durable.values()].map((subscription) => subscription.close()));
    await this.#parts.tail.close();
    // After a failed commit no ids can be returned; the gap is harmless.
    await this.#ids.giveBack().catch(() => undefined);
    await this.#parts.stopReads();
    await this.#parts.writer.close();
    await this.#parts.release();
  }
}
