import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import type { BaseDataEventType } from '../../src/contract/events/baseData.ts';
import { baseDataEvents } from '../../src/contract/events/baseData.ts';
import { refusalCodes, type FieldErrors } from '../../src/contract/envelope.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import type { Clock } from '../runtime/clock.ts';
import {
  run,
  UniqueConflictError,
  VersionConflictError,
  type EventActor,
  type EventStore,
  type Queries,
  type TransactionSteps,
} from '../store/eventStore.ts';
import { importCorrelation } from '../store/importedEvent.ts';
import { NotFound, Refusal } from './refusal.ts';

/** What still uses a row: 12 台电梯. */
export interface RowUse {
  readonly count: number;
  /** As many of them as the caller may see; only these are counted for them. */
  readonly inScope: number;
  readonly measure: string;
  readonly noun: string;
}

/**
 * One kind of base data that people create, edit and delete. `Values` is what an editor writes, by the wire's names.
 * The steps run inside the transaction of the row's event, so they see the rows as they are at that moment.
 */
export interface RowResource<Values extends object> {
  /** What people call one of them: 品牌. */
  readonly noun: string;
  /** Streams are `<kind>-<id>`, events `<kind>.changed`. */
  readonly kind: BaseDataEventType extends `${infer Kind}.changed` ? Kind : never;
  /** Where the rows stand: kinds that share a table share its ids. */
  readonly table:
    | 'organizations'
    | 'people'
    | 'contracts'
    | 'areas'
    | 'communities'
    | 'community_members'
    | 'community_notices'
    | 'elevators'
    | 'fault_causes'
    | 'cameras'
    | 'permissions'
    | 'roles'
    | 'users';
  readonly fields: z.ZodObject & z.ZodType<Values>;
  /** The highest id in use: new ids start above what a seed or an import wrote. */
  readonly highestId: (queries: Queries) => TransactionSteps<number>;
  readonly read: (queries: Queries, id: number) => TransactionSteps<Values | undefined>;
  /**
   * May this person see and change the row as it is (`id`), or as it would be (`values`)? Asked before and after a change. Absent of
   * rows that belong to no organisation.
   */
  readonly isInScope?: (
    by: Principal,
    row: { readonly id: number | null; readonly values: Values },
    queries: Queries,
  ) => TransactionSteps<boolean>;
  /** Fills in what an editor leaves to the server, before the change is written (a free code, say). `id` is null for a new row. */
  readonly complete?: (queries: Queries, id: number | null, values: Values) => TransactionSteps<Values>;
  readonly insert: (queries: Queries, id: number, values: Values) => TransactionSteps;
  readonly update: (queries: Queries, id: number, values: Values) => TransactionSteps;
  readonly remove: (queries: Queries, id: number) => TransactionSteps;
  /** What is wrong with the values beside the other rows (a name that is taken), by field. */
  readonly problems?: (
    queries: Queries,
    id: number | null,
    values: Values,
    by: Principal,
  ) => TransactionSteps<FieldErrors['errors']>;
  readonly usedBy?: (queries: Queries, id: number, by: Principal) => TransactionSteps<readonly RowUse[]>;
  /** The values as the log keeps them permanently: telephone numbers masked, secrets left out. */
  readonly redact?: (values: Values) => object;
}

/** One row before and after: null before it was created and after it was removed. */
export interface RowChange<Values> {
  readonly id: number;
  readonly before: Values | null;
  readonly after: Values | null;
}

export interface RowDeskParts<Values> {
  readonly store: EventStore;
  readonly clock: Clock;
  /** After the commit of a change, for what is kept in memory of these rows. */
  readonly onChanged?: (change: RowChange<Values>) => Promise<void> | void;
  /** Something failed after the commit: the caller's change stands all the same. */
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

/** A row as an import means to write it: `before` and `version` are those of the row as it was checked; null and 0 for a new one. */
export interface ImportedRow<Values> {
  readonly id: number | null;
  readonly before: Values | null;
  readonly version: number;
  readonly values: Values;
}

/** A row as an import has written it: its version is the one that the import made. */
export interface WrittenRow<Values> {
  readonly id: number;
  readonly before: Values | null;
  readonly version: number;
  readonly values: Values;
}

/** Under which import a row is written, so that a repeat changes nothing, and what is written in the same transaction. */
export interface ImportNote {
  readonly importId: number;
  readonly messageId: string;
  readonly effects: (
    queries: Queries,
    written: { readonly id: number; readonly version: number; readonly values: object | null },
  ) => TransactionSteps;
}

/**
 * The same desk for rows that come by the thousand: checked first, with nothing written, then written one event each.
 * `onChanged` is not called; who imports reloads what is kept in memory for many rows at once.
 */
export interface RowBatch<Values extends object> {
  /** The row with its version, undefined where it does not exist or is out of scope. Reads through `rows`. */
  current(by: Principal, id: number, rows: Queries): Promise<CurrentRow<Values> | undefined>;
  /** What a save of these values would be refused for, by field; an empty field means the whole row. Writes nothing. */
  review(by: Principal, id: number | null, values: Values, rows: Queries): Promise<FieldErrors['errors']>;
  /** Throws Refusal, VersionConflictError where someone has changed the row since it was checked. */
  write(by: Principal, row: ImportedRow<Values>, note: ImportNote): Promise<{ id: number; version: number }>;
  /** What keeps the row from being taken back, in Chinese; undefined for nothing. */
  hindrance(by: Principal, row: WrittenRow<Values>): Promise<string | undefined>;
  /** Puts the row back as it was before; a new one goes. Throws as `write` does, and Refusal where something uses a new one. */
  revert(by: Principal, row: WrittenRow<Values>, note: ImportNote): Promise<void>;
}

export interface CurrentRow<Values> {
  readonly values: Values;
  readonly version: number;
}

type Save<Values> = Values & { readonly id?: number | undefined; readonly version?: number | undefined };

export interface RowDesk<Values extends object> {
  /**
   * Creates without an id. Throws NotFound, and Refusal with field errors: for a value that is taken, and for a row
   * that someone else has changed since `version`.
   */
  save(by: Principal, input: Save<Values>): Promise<{ id: number; version: number }>;
  /**
   * Removes one after the other, if all of them are the caller's to see and nothing uses any of them. Throws NotFound;
   * Refusal where something does.
   */
  remove(by: Principal, ids: readonly number[]): Promise<{ removed: number }>;
  /**
   * Writes into the log that these rows were created: for rows that were inserted without it. Rows that the log has
   * already, or that are gone, are left out.
   */
  recordInserted(ids: readonly number[], by: EventActor, atMs: number): Promise<void>;
  readonly batch: RowBatch<Values>;
}

const mostTries = 5;
const changedFields = ({
  before,
  after,
}: {
  readonly before: object | null;
  readonly after: object | null;
}): readonly string[] => {
  const [old, now] = [membersOf(before), membersOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (field) => !isDeepStrictEqual(old.get(field), now.get(field)),
  );
};
const membersOf = (values: object | null): ReadonlyMap<string, unknown> => new Map(Object.entries(values ?? {}));

// oxlint-disable-next-line require-yield -- nothing needs to be read
function* isInEveryScope(): TransactionSteps<boolean> {
  return true;
}

/** Runs a resource's reading steps outside any transaction. */
const read = <Result>(rows: Queries, steps: (queries: Queries) => TransactionSteps<Result>): Promise<Result> =>
  readSteps(rows, steps(rows));

/** Runs reading steps outside any transaction. */
export async function readSteps<Result>(rows: Queries, running: TransactionSteps<Result>): Promise<Result> {
  let step = running.next();
  while (step.done !== true) step = running.next((await rows.executeQuery(step.value)).rows);
  return step.value;
}

/**
 * Creating, editing and removing rows of one kind: scope before and after, one event with before and after in the row's own transaction,
 * a second editor informed of what changed, and no row removed that is still in use.
 */
export function rowDesk<Values extends object>(
  resource: RowResource<Values>,
  { store, clock, onChanged, onTrouble }: RowDeskParts<Values>,
): RowDesk<Values> {
  const { noun, kind, table, redact = (values: Values): object => values } = resource;
  const isInScope = resource.isInScope ?? isInEveryScope;
  const type = `${kind}.changed` as const;
  const streamOf = (id: number): string => `${kind}-${id}`;
  const notFound = (): NotFound => new NotFound(`${noun}不存在，或您无权查看`);
  let idsReserved: Promise<void> | undefined;

  async function reserveIds(): Promise<void> {
    await store.write(function* (queries) {
      const next = (yield* resource.highestId(queries)) + 1;
      yield* run(
        queries
          .insertInto('ids')
          .values({ kind: table, next })
          .onConflict((conflict) => conflict.column('kind').doUpdateSet({ next }).where('ids.next', '<', next)),
      );
    });
  }

  async function idsAreReserved(): Promise<void> {
    idsReserved ??= reserveIds();
    try {
      await idsReserved;
    } catch (error) {
      // The next caller tries again.
      idsReserved = undefined;
      throw error;
    }
  }

  async function newId(): Promise<number> {
    await idsAreReserved();
    return store.nextId(table);
  }

  function event({ id, before, after }: RowChange<Values>, isUnversioned: boolean, importId?: number) {
    const logged = { before: before === null ? null : redact(before), after: after === null ? null : redact(after) };
    const told = changedFields(logged);
    const hidden = changedFields({ before, after }).filter(
      (field) => before !== null && after !== null && !told.includes(field),
    );
    const data = {
      id,
      ...logged,
      ...(hidden.length > 0 ? { hidden } : {}),
      ...(isUnversioned ? { isUnversioned } : {}),
      ...(importId === undefined ? {} : { import_id: importId }),
    };
    return { type, data: baseDataEvents[type].parse(data), atMs: clock.nowMs() };
  }

  /** One event with its row, and then what is kept of the row in memory. Returns the row's new version. */
  async function write(
    by: Principal,
    change: RowChange<Values>,
    expectedVersion: number | 'none',
    effects: (queries: Queries) => TransactionSteps,
    isUnversioned = false,
  ): Promise<number> {
    const { version } = await store.append({
      stream: streamOf(change.id),
      expectedVersion,
      actor: actorOf(by),
      events: [event(change, isUnversioned)],
      effects,
    });
    try {
      await onChanged?.(change);
    } catch (error) {
      onTrouble(`${noun} ${change.id} 已保存，但内存中的副本没有更新`, error);
    }
    return version;
  }

  /** Refuses inside the transaction, so that nothing can come between the look and the write. */
  function* check(queries: Queries, by: Principal, id: number | null, values: Values): TransactionSteps {
    if (!(yield* isInScope(by, { id, values }, queries)))
      throw new Refusal(`保存后的${noun}不在您的管辖范围内`, refusalCodes.notAllowedNow);
    const problems = resource.problems === undefined ? [] : yield* resource.problems(queries, id, values, by);
    if (problems.length > 0) throw new Refusal('请修改标出的内容后重试', refusalCodes.invalid, problems);
  }

  const complete = async (id: number | null, entered: Values, rows: Queries = store.rows): Promise<Values> => {
    const { complete: fillIn } = resource;
    return fillIn === undefined ? entered : read(rows, (queries) => fillIn(queries, id, entered));
  };

  async function create(by: Principal, entered: Values): Promise<{ id: number; version: number }> {
    const id = await newId();
    const values = await complete(null, entered);
    const version = await write(by, { id, before: null, after: values }, 'none', function* (queries) {
      yield* check(queries, by, null, values);
      yield* resource.insert(queries, id, values);
    });
    return { id, version };
  }

  async function find(by: Principal, id: number, rows: Queries): Promise<CurrentRow<Values> | undefined> {
    // The version first: the append then detects a change in between.
    const newest = await rows
      .selectFrom('events')
      .select(({ fn }) => fn.max('version').as('version'))
      .where('stream', '=', streamOf(id))
      .executeTakeFirst();
    const values = await read(rows, function* (queries) {
      const found = yield* resource.read(queries, id);
      return found !== undefined && (yield* isInScope(by, { id, values: found }, queries)) ? found : undefined;
    });
    return values === undefined ? undefined : { values, version: newest?.version ?? 0 };
  }

  async function current(by: Principal, id: number): Promise<CurrentRow<Values>> {
    const found = await find(by, id, store.rows);
    if (found === undefined) throw notFound();
    return found;
  }

  /** Names the fields that others changed since the editor read the row, and to what. */
  async function conflict(id: number, sinceVersion: number, now: Values): Promise<Refusal> {
    const events = await store.readStream(streamOf(id), sinceVersion);
    const who = events.at(-1)?.actor.name ?? '其他人';
    const changed = new Set(
      events
        .map(({ data }) => baseDataEvents[type].parse(data))
        .flatMap(({ hidden = [], ...change }) => [...changedFields(change), ...hidden]),
    );
    const errors = [...membersOf(now)]
      .filter(([field]) => changed.has(field))
      .map(([field, value]) => ({
        field,
        message: typeof value === 'string' || typeof value === 'number' ? `${who}已改为“${value}”` : `${who}已修改此项`,
      }));
    return new Refusal(`您编辑期间，${who}修改了这条${noun}。请核对标出的内容后再保存`, refusalCodes.conflict, errors);
  }

  async function update(
    by: Principal,
    id: number,
    version: number | undefined,
    entered: Values,
  ): Promise<{ id: number; version: number }> {
    for (let attempt = 1; ; attempt += 1) {
      const before = await current(by, id);
      if (version !== undefined && version !== before.version) throw await conflict(id, version, before.values);
      const values = await complete(id, entered);
      if (isDeepStrictEqual(before.values, values)) return { id, version: before.version };
      try {
        const saved = await write(
          by,
          { id, before: before.values, after: values },
          before.version === 0 ? 'none' : before.version,
          function* (queries) {
            yield* check(queries, by, id, values);
            yield* resource.update(queries, id, values);
          },
          version === undefined,
        );
        return { id, version: saved };
      } catch (error) {
        // Someone else was quicker; the next round informs the editor, or overwrites the change for an old client.
        if (!(error instanceof VersionConflictError) || attempt === mostTries) throw error;
      }
    }
  }

  /** Throws Refusal that counts what the caller may see, and only names what lies elsewhere. */
  function* requireUnused(queries: Queries, by: Principal, id: number): TransactionSteps {
    const uses = (resource.usedBy === undefined ? [] : yield* resource.usedBy(queries, id, by)).filter(
      ({ count }) => count > 0,
    );
    if (uses.length === 0) return;
    const seen = uses
      .filter(({ inScope }) => inScope > 0)
      .map(({ inScope, measure, noun: user }) => ` ${inScope} ${measure}${user}`);
    const users = seen.length > 0 ? seen : uses.map(({ noun: user }) => `其他区域的${user}`);
    throw new Refusal(`仍有${users.join('、')}使用这个${noun}，不能删除`, refusalCodes.notAllowedNow);
  }

  async function removeOne(by: Principal, id: number): Promise<void> {
    const before = await current(by, id);
    // The id of the last row would otherwise be given again, and with it the row's history.
    await idsAreReserved();
    await write(
      by,
      { id, before: before.values, after: null },
      before.version === 0 ? 'none' : before.version,
      function* (queries) {
        yield* requireUnused(queries, by, id);
        yield* resource.remove(queries, id);
      },
    );
  }

  async function recordOne(id: number, by: EventActor, atMs: number): Promise<void> {
    const after = await read(store.rows, (queries) => resource.read(queries, id));
    if (after === undefined) return;
    try {
      await store.append({
        stream: streamOf(id),
        expectedVersion: 'none',
        actor: by,
        correlationId: importCorrelation,
        events: [{ ...event({ id, before: null, after }, false), atMs, receivedAtMs: atMs }],
      });
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }

  /** One event of an import with its row; nothing is kept in memory. */
  async function append(
    by: Principal,
    change: RowChange<Values>,
    version: number,
    { importId, messageId, effects }: ImportNote,
    steps: (queries: Queries) => TransactionSteps,
  ): Promise<number> {
    const { version: written } = await store.append({
      stream: streamOf(change.id),
      expectedVersion: version === 0 ? 'none' : version,
      actor: actorOf(by),
      messageId,
      events: [event(change, false, importId)],
      *effects(queries) {
        yield* steps(queries);
        yield* effects(queries, { id: change.id, version: version + 1, values: change.after });
      },
    });
    return written;
  }

  const batch: RowBatch<Values> = {
    current: find,
    async review(by, id, values, rows) {
      try {
        const completed = await complete(id, values, rows);
        await read(rows, (queries) => check(queries, by, id, completed));
        return [];
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.fieldErrors.length > 0 ? error.fieldErrors : [{ field: '', message: error.message }];
      }
    },
    async write(by, { id: known, before, version: checked, values: entered }, note) {
      const id = known ?? (await newId());
      for (let attempt = 1; ; attempt += 1) {
        const values = await complete(known, entered);
        try {
          const version = await append(by, { id, before, after: values }, checked, note, function* (queries) {
            yield* check(queries, by, known, values);
            yield* known === null ? resource.insert(queries, id, values) : resource.update(queries, id, values);
          });
          return { id, version };
        } catch (error) {
          // A code that was free a moment ago went to another row of the same commit.
          const isOurChoice = !isDeepStrictEqual(values, entered);
          if (!isOurChoice || !(error instanceof Refusal) || attempt === mostTries) throw error;
        }
      }
    },
    async hindrance(by, { id, before, version }) {
      const found = await find(by, id, store.rows);
      if (found === undefined || found.version !== version) {
        const [last] = (await store.readStream(streamOf(id), version)).slice(-1);
        return `导入后被${last?.actor.name ?? '他人'}修改`;
      }
      if (before !== null) return undefined;
      try {
        await read(store.rows, (queries) => requireUnused(queries, by, id));
        return undefined;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.message;
      }
    },
    async revert(by, { id, before, version, values }, note) {
      await append(by, { id, before: values, after: before }, version, note, function* (queries) {
        if (before === null) {
          yield* requireUnused(queries, by, id);
          yield* resource.remove(queries, id);
          return;
        }
        yield* check(queries, by, id, before);
        yield* resource.update(queries, id, before);
      });
    },
  };

  const told = async <Result>(change: Promise<Result>): Promise<Result> => {
    try {
      return await change;
    } catch (error) {
      // The unique rows are the last safeguard against two saves at the same moment.
      if (error instanceof UniqueConflictError)
        throw new Refusal(`已有相同的${noun}，请核对后重试`, refusalCodes.conflict);
      if (error instanceof VersionConflictError)
        throw new Refusal(`这条${noun}刚刚被他人修改，请重新打开后再试`, refusalCodes.conflict);
      throw error;
    }
  };

  return {
    batch,
    save(by, { id, version, ...rest }) {
      const values = resource.fields.parse(rest);
      return told(id === undefined ? create(by, values) : update(by, id, version, values));
    },
    async recordInserted(ids, by, atMs) {
      await Promise.all(ids.map((id) => recordOne(id, by, atMs)));
    },
    remove: (by, ids) =>
      told(
        (async () => {
          const rows = [...new Set(ids)];
          // All are asked about before the first one goes.
          for (const id of rows) await current(by, id);
          for (const id of rows) await read(store.rows, (queries) => requireUnused(queries, by, id));
          for (const id of rows) await removeOne(by, id);
          return { removed: rows.length };
        })(),
      ),
  };
}
