import { escapeText } from '../../../src/contract/text.ts';
import type { Clock } from '../../runtime/clock.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { QuarantinedMessage } from '../domain.ts';

/** A payload is stored for people to read, not for machines to fill the disk. */
const longestPayload = 4_000;
const longestTopic = 200;
const longestReason = 300;
const minuteMs = 60_000;
const retentionMs = 30 * 24 * 60 * minuteMs;
/** Two shares, so that a flood from unregistered senders never displaces messages of registered devices, and vice versa. */
const mostRows = { registered: 800, unregistered: 200 } as const;
/** The share that is emptied at a time once it is full, so that not every message of a flood has to search for the least important row. */
const emptiedShare = 0.1;

/** The row for one sender, minute and reason. */
interface Entry {
  readonly key: {
    readonly device_key: string;
    readonly reason: string;
    readonly could_be_help: 0 | 1;
    readonly minute: number;
  };
  readonly first: Excerpt;
  last: Excerpt;
  count: number;
  readonly kept: Promise<void>;
}
interface Excerpt {
  readonly topic: string;
  readonly payload: string;
}

/**
 * Quarantines device messages that could not be accepted: one row per sender, reason and minute with a count, the first
 * and the last message, at most a thousand rows, each deleted 30 days after its last message. Who looked into one is an
 * event in the log, and stays.
 */
export class Quarantine {
  readonly #store: EventStore;
  readonly #clock: Clock;
  /** The content of each row's next write, while one is in progress. */
  readonly #waiting = new Map<string, Entry>();
  readonly #writing = new Map<string, Promise<void>>();

  constructor({ store, clock }: { readonly store: EventStore; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Resolves after the commit. Messages of the same row that come meanwhile share the next one. */
  keep(message: QuarantinedMessage): Promise<void> {
    const key = {
      device_key: escapeText(message.sender),
      reason: escapeText(message.reason.slice(0, longestReason)),
      could_be_help: message.couldBeHelp ? 1 : 0,
      minute: Math.floor(this.#clock.nowMs() / minuteMs),
    } as const;
    const excerpt = {
      topic: escapeText(message.topic.slice(0, longestTopic)),
      payload: escapeText(message.payload.slice(0, longestPayload)),
    };
    const name = JSON.stringify(key);
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) {
      waiting.last = excerpt;
      waiting.count += message.times ?? 1;
      return waiting.kept;
    }
    const before = this.#writing.get(name) ?? Promise.resolve();
    const entry: Entry = {
      key,
      first: excerpt,
      last: excerpt,
      count: message.times ?? 1,
      kept: before.catch(() => undefined).then(() => this.#writeNext(name)),
    };
    this.#waiting.set(name, entry);
    return entry.kept;
  }

  async #writeNext(name: string): Promise<void> {
    const entry = this.#waiting.get(name);
    this.#waiting.delete(name);
    if (entry === undefined) return;
    const writing = this.#write(entry);
    this.#writing.set(name, writing);
    try {
      await writing;
    } finally {
      if (this.#writing.get(name) === writing) this.#writing.delete(name);
    }
  }

  async #write({ key, first, last, count }: Entry): Promise<void> {
    const id = await this.#store.nextId('quarantine');
    const nowMs = this.#clock.nowMs();
    await this.#store.write(function* (queries) {
      const [known] = yield* run(
        queries
          .selectFrom('quarantine')
          .select('id')
          .where('device_key', '=', key.device_key)
          .where('reason', '=', key.reason)
          .where('could_be_help', '=', key.could_be_help)
          .where('minute', '=', key.minute),
      );
      const latest = { last_topic: last.topic, last_payload: last.payload, last_at_ms: nowMs };
      if (known !== undefined) {
        yield* run(
          queries
            .updateTable('quarantine')
            .set((row) => ({ ...latest, repeat_num: row('repeat_num', '+', count) }))
            .where('id', '=', known.id),
        );
        return;
      }
      yield* run(queries.deleteFrom('quarantine').where('last_at_ms', '<', nowMs - retentionMs));
      yield* makeRoom(queries, key.device_key);
      yield* run(
        queries
          .insertInto('quarantine')
          .values({ id, ...key, ...first, ...latest, repeat_num: count, first_at_ms: nowMs }),
      );
    });
  }
}

/**
 * Makes room in a full share by deleting the least important rows: those that need no one's attention, then the oldest of the busiest
 * senders.
 */
function* makeRoom(queries: Queries, sender: string): TransactionSteps {
  const devices = queries.selectFrom('devices').select('device_key');
  const [registered] = yield* run(devices.where('device_key', '=', sender));
  const isIn = registered === undefined ? 'not in' : 'in';
  const most = mostRows[registered === undefined ? 'unregistered' : 'registered'];
  const [share] = yield* run(
    queries
      .selectFrom('quarantine')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('device_key', isIn, devices),
  );
  if ((share?.rows ?? 0) < most) return;
  const kept = most - Math.ceil(most * emptiedShare);
  const bySender = queries
    .selectFrom('quarantine')
    .select(['device_key', ({ fn }) => fn.countAll<number>().as('rows')])
    .groupBy('device_key')
    .as('s');
  const leastImportant = queries
    .selectFrom('quarantine as q')
    .innerJoin(bySender, 's.device_key', 'q.device_key')
    .leftJoin('quarantine_resolutions as r', (join) =>
      join.onRef('r.quarantine_id', '=', 'q.id').onRef('r.repeat_num', '>=', 'q.repeat_num'),
    )
    .select('q.id')
    .where('q.device_key', isIn, devices)
    .orderBy((row) =>
      row
        .case()
        .when(row.and([row('q.could_be_help', '=', 1), row('r.quarantine_id', 'is', null)]))
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('s.rows')
    .orderBy('q.last_at_ms', 'desc')
    .orderBy('q.id', 'desc')
    // SQLite takes an offset only after a limit.
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(kept);
  yield* run(queries.deleteFrom('quarantine').where('id', 'in', leastImportant));
}
