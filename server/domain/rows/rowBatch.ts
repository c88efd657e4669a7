import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { FieldErrors } from '../../../src/contract/envelope.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore, Queries, TransactionSteps } from '../../store/eventStore.ts';
import type { Leaving } from './undoneImports.ts';
import { readSteps } from '../readSteps.ts';
import { Refusal } from '../refusal.ts';
import type { CurrentRow, RowChecks } from './rowChecks.ts';
import { rowEvent } from './rowEvent.ts';
import type { RowIds } from './rowIds.ts';
import type { RowChange, RowResource } from './rowResource.ts';

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

/** The import under which a row is written, so that a repeat changes nothing, and further writes in the same transaction. */
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
  /** Returns the problems for which a save of these values would be refused, by field; an empty field means the whole row. Writes nothing. */
  review(by: Principal, id: number | null, values: Values, rows: Queries): Promise<FieldErrors['errors']>;
  /** Throws Refusal, VersionConflictError where someone has changed the row since it was checked. */
  write(by: Principal, row: ImportedRow<Values>, note: ImportNote): Promise<{ id: number; version: number }>;
  /** Returns the reason why the row cannot be taken back after the imports that leave before it, in Chinese; undefined for nothing. */
  hindrance(by: Principal, row: WrittenRow<Values>, leaving?: Leaving): Promise<string | undefined>;
  /** Puts the row back as it was before; a new one goes. Throws as `write` does, and Refusal where something uses a new one. */
  revert(by: Principal, row: WrittenRow<Values>, note: ImportNote): Promise<void>;
}

const mostTries = 5;

interface RowBatchParts<Values extends object> {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly checks: RowChecks<Values>;
  readonly ids: RowIds;
}

const importOf = z.looseObject({ import_id: z.number().optional() });

/** Is each of these changes one of an import, whose next change of the row took it back? An import changes a row once, and back once. */
function areTakenBack(importIds: readonly (number | undefined)[]): boolean {
  const standing: (number | undefined)[] = [];
  for (const id of importIds)
    if (id !== undefined && standing.at(-1) === id) standing.pop();
    else standing.push(id);
  return standing.length === 0;
}

/** Checks, writes and takes back the rows of an import. */
export function rowBatch<Values extends object>(
  resource: RowResource<Values>,
  { store, clock, checks, ids }: RowBatchParts<Values>,
): RowBatch<Values> {
  const { streamOf, find, complete, check, requireUnused } = checks;

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
      events: [rowEvent(resource, change, clock.nowMs(), { importId })],
      *effects(queries) {
        yield* steps(queries);
        yield* effects(queries, { id: change.id, version: version + 1, values: change.after });
      },
    });
    return written;
  }

  /**
   * Does the row stand as the import left it? What was changed and put back since changes nothing. Where the kept values have lost
   * their telephone numbers and compare no more, the log says whether later imports were taken back. `leaving` ones will be.
   */
  async function isAsWritten(
    { id, version, values }: WrittenRow<Values>,
    found: CurrentRow<Values>,
    leaving?: Leaving,
  ): Promise<boolean> {
    if (found.version === version || isDeepStrictEqual(found.values, values)) return true;
    const since = await store.readStream(streamOf(id), version);
    const importIds = since.map(({ data }) => importOf.safeParse(data).data?.import_id);
    return areTakenBack(importIds.filter((importId) => importId === undefined || leaving?.has(importId) !== true));
  }

  return {
    current: find,
    async review(by, id, values, rows) {
      try {
        const completed = await complete(id, values, rows);
        await readSteps(rows, check(rows, by, id, completed));
        return [];
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.fieldErrors.length > 0 ? error.fieldErrors : [{ field: '', message: error.message }];
      }
    },
    async write(by, { id: known, before, version: checked, values: entered }, note) {
      const id = known ?? (await ids.next());
      for (let attempt = 1; ; attempt += 1) {
        const values = await complete(known, entered);
        try {
          const version = await append(by, { id, before, after: values }, checked, note, function* (queries) {
            yield* check(queries, by, known, values);
            yield* known === null ? resource.insert(queries, id, values, by) : resource.update(queries, id, values, by);
          });
          return { id, version };
        } catch (error) {
          // A code that was free a moment ago went to another row of the same commit.
          const isOurChoice = !isDeepStrictEqual(values, entered);
          if (!isOurChoice || !(error instanceof Refusal) || attempt === mostTries) throw error;
        }
      }
    },
    async hindrance(by, row, leaving) {
      const { id, before, version } = row;
      const found = await find(by, id, store.rows);
      if (found === undefined || !(await isAsWritten(row, found, leaving))) {
        const [last] = (await store.readStream(streamOf(id), version)).slice(-1);
        return `导入后被${last?.actor.name ?? '他人'}修改`;
      }
      if (before !== null) return undefined;
      try {
        await readSteps(store.rows, requireUnused(store.rows, by, id, leaving));
        return undefined;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.message;
      }
    },
    async revert(by, row, note) {
      const { id, before, values } = row;
      const found = await find(by, id, store.rows);
      const version = found !== undefined && (await isAsWritten(row, found)) ? found.version : row.version;
      await append(by, { id, before: values, after: before }, version, note, function* (queries) {
        if (before === null) {
          yield* requireUnused(queries, by, id);
          yield* resource.remove(queries, id);
          return;
        }
        yield* check(queries, by, id, before);
        yield* resource.update(queries, id, before, by);
      });
    },
  };
}
