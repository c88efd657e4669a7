import { sql } from 'kysely';
import * as z from 'zod';
import { importKindNames, type ImportState } from '../../src/contract/entities/imports.ts';
import { every, type Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { readRows } from './importStore.ts';
import { importColumns } from './kinds/index.ts';
import { purgeImports } from './purgeImports.ts';
import { redactRow, type TelephonePlaces } from './redactRow.ts';

const settledStates = ['done', 'failed', 'cancelled', 'undone', 'stopped'] as const satisfies readonly ImportState[];
/** As uploaded files that nothing uses. */
const keptAfterMs = 24 * 3_600_000;
const sweepPeriodMs = 3_600_000;
const rowsAtOnce = 50;
const headerSchema = z.array(z.string());

interface Parts {
  readonly store: EventStore;
  readonly clock: Clock;
}

/**
 * Takes the telephone numbers out of the rows of imports that have been settled for a day; an import that was written can
 * still be undone. Returns how many imports it went through.
 */
export async function redactSettledImports({ store, clock }: Parts): Promise<number> {
  const found = await store.reads
    .selectFrom('imports')
    .select(['id', 'kind', 'state', 'header'])
    .where('state', 'in', settledStates)
    .whereRef('redacted_state', '<>', 'state')
    .where(sql`coalesce(written_at_ms, created_at_ms)`, '<', clock.nowMs() - keptAfterMs)
    .orderBy('id')
    .execute();
  for (const { id, kind, state, header } of found) {
    const known = importKindNames.find((name) => name === kind);
    await redactRows(store, id, {
      header: headerSchema.parse(JSON.parse(header)),
      columns: known === undefined ? [] : importColumns[known],
      canBeUndone: state === 'done' || state === 'stopped',
    });
    // An import that is being undone meanwhile gets another pass.
    await store.write(function* (queries) {
      yield* run(
        queries.updateTable('imports').set({ redacted_state: state }).where('id', '=', id).where('state', '=', state),
      );
    });
  }
  return found.length;
}

async function redactRows(store: EventStore, importId: number, places: TelephonePlaces): Promise<void> {
  let after: number | undefined;
  for (;;) {
    const rows = await readRows(store.reads, { importId, after, order: 'asc', limit: rowsAtOnce });
    if (rows.length === 0) return;
    await store.write(function* (queries) {
      for (const row of rows)
        yield* run(
          queries
            .updateTable('import_rows')
            .set(redactRow(row, places))
            .where('import_id', '=', importId)
            .where('row_number', '=', row.row_number)
            // Whatever is written or put back at this moment stays whole until the next time.
            .where('is_written', '=', row.is_written),
        );
    });
    after = rows.at(-1)?.row_number;
  }
}

/** Does so, and removes rows that are kept no longer, at the start and every hour. */
export function sweepImports(parts: Parts, onError: (error: unknown) => void): { close(): Promise<void> } {
  const sweep = async (): Promise<void> => {
    try {
      await redactSettledImports(parts);
      await purgeImports(parts);
    } catch (error) {
      onError(error);
    }
  };
  let working = sweep();
  const stop = every(parts.clock, sweepPeriodMs, () => (working = working.then(sweep)));
  return {
    async close() {
      stop();
      await working;
    },
  };
}
