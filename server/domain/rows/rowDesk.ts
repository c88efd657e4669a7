import { isDeepStrictEqual } from 'node:util';
import { baseDataEvents } from '../../../src/contract/events/baseData.ts';
import { refusalCodes, type FieldErrors } from '../../../src/contract/envelope.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import {
  UniqueConflictError,
  VersionConflictError,
  type EventActor,
  type EventStore,
  type Queries,
  type TransactionSteps,
} from '../../store/eventStore.ts';
import { importCorrelation } from '../../store/importedEvent.ts';
import { inPortions } from '../longWork.ts';
import { readSteps } from '../readSteps.ts';
import { NotFound, Refusal } from '../refusal.ts';
import { rowBatch, type RowBatch } from './rowBatch.ts';
import { rowChecks, type CurrentRow } from './rowChecks.ts';
import { changedFields, membersOf, rowEvent } from './rowEvent.ts';
import { rowIds } from './rowIds.ts';
import type { RowChange, RowResource } from './rowResource.ts';

export { readSteps } from '../readSteps.ts';
export type { ImportNote, RowBatch } from './rowBatch.ts';
export type { CurrentRow } from './rowChecks.ts';
export { rowResource, type Judgement, type RowChange, type RowResource, type RowUse } from './rowResource.ts';

export interface RowDeskParts<Values> {
  readonly store: EventStore;
  readonly clock: Clock;
  /** After the commit of a change, for what is kept in memory of these rows. */
  readonly onChanged?: (change: RowChange<Values>) => Promise<void> | void;
  /** Something failed after the commit: the caller's change stands all the same. */
  readonly onTrouble: OnTrouble;
}

type Save<Values> = Values & { readonly id?: number | undefined; readonly version?: number | undefined };

export interface RowDesk<Values extends object> {
  /**
   * Creates without an id. Throws NotFound, and Refusal with field errors: for a value that is taken, and for a row
   * that someone else has changed since `version`.
   */
  save(by: Principal, input: Save<Values>): Promise<{ id: number; version: number }>;
  /**
   * Returns the problems of a save besides the fields that do not fit their schema, so that a form marks all in one round. `entered` is as it
   * came; writes nothing.
   */
  readonly alsoWrong: (by: Principal, entered: unknown) => Promise<FieldErrors['errors']>;
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

/**
 * Creates, edits and removes rows of one kind: asks the scope before and after, writes one event with before and after
 * in the row's own transaction, tells a second editor what changed, and removes no row that is still in use.
 */
export function rowDesk<Values extends object>(
  resource: RowResource<Values>,
  { store, clock, onChanged, onTrouble }: RowDeskParts<Values>,
): RowDesk<Values> {
  const { noun, kind } = resource;
  const checks = rowChecks(resource, store);
  const { streamOf, find, complete, check, requireUnused } = checks;
  const ids = rowIds(resource, store);
  const notFound = (): NotFound => new NotFound(`${noun}不存在，或您无权查看`);

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
      events: [rowEvent(resource, change, clock.nowMs(), { isUnversioned })],
      effects,
    });
    try {
      await onChanged?.(change);
    } catch (error) {
      onTrouble(`${noun} ${change.id} 已保存，但内存中的副本没有更新`, error);
    }
    return version;
  }

  async function create(by: Principal, entered: Values): Promise<{ id: number; version: number }> {
    const id = await ids.next();
    const values = await complete(null, entered);
    const version = await write(by, { id, before: null, after: values }, 'none', function* (queries) {
      yield* check(queries, by, null, values);
      yield* resource.insert(queries, id, values, by);
    });
    return { id, version };
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
        .map(({ data }) => baseDataEvents[`${kind}.changed`].parse(data))
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
            yield* resource.update(queries, id, values, by);
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

  async function removeOne(by: Principal, id: number): Promise<void> {
    const before = await current(by, id);
    // The id of the last row would otherwise be given again, and with it the row's history.
    await ids.areReserved();
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
    const after = await readSteps(store.rows, resource.read(store.rows, id));
    if (after === undefined) return;
    try {
      await store.append({
        stream: streamOf(id),
        expectedVersion: 'none',
        actor: by,
        correlationId: importCorrelation,
        events: [{ ...rowEvent(resource, { id, before: null, after }, atMs), receivedAtMs: atMs }],
      });
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }

  const refusingConflicts = async <Result>(change: Promise<Result>): Promise<Result> => {
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
    alsoWrong: checks.alsoWrong,
    batch: rowBatch(resource, { store, clock, checks, ids }),
    save(by, { id, version, ...rest }) {
      const values = resource.fields.parse(rest);
      return refusingConflicts(id === undefined ? create(by, values) : update(by, id, version, values));
    },
    async recordInserted(inserted, by, atMs) {
      await Promise.all(inserted.map((id) => recordOne(id, by, atMs)));
    },
    remove: (by, removed) =>
      refusingConflicts(
        (async () => {
          const rows = [...new Set(removed)];
          // All are asked about before the first one goes.
          for (const id of rows) await current(by, id);
          for (const id of rows) await readSteps(store.rows, requireUnused(store.rows, by, id));
          await inPortions({ store, clock }, by, `删除${noun}`, rows, async (some, now) => {
            for (const id of some) await removeOne(now, id);
          });
          return { removed: rows.length };
        })(),
      ),
  };
}
