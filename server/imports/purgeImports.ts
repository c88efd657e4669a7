import { sql } from 'kysely';
import { importKeeping } from '../../src/contract/entities/imports.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { moveImport } from './importStore.ts';

const dayMs = 24 * 3_600_000;
const rowsAtOnce = 100;
const { unwrittenDays, undoDays } = importKeeping;

interface Parts {
  readonly store: EventStore;
  readonly clock: Clock;
}

/**
 * Gives up imports that nobody has written for a week, and removes the rows of imports that are no longer needed: at once those that
 * were given up, after a week those that wrote nothing or were undone, after half a year those that could be undone until then. What an
 * import was, by whom and how many rows it had, stays. Returns how many imports lost their rows.
 */
export async function purgeImports({ store, clock }: Parts): Promise<number> {
  const nowMs = clock.nowMs();
  const oldMs = nowMs - unwrittenDays * dayMs;
  const forgotten = await store.reads
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'ready')
    .where('created_at_ms', '<', oldMs)
    .execute();
  for (const { id } of forgotten)
    await moveImport(store, id, ['ready'], { state: 'cancelled', note: `${unwrittenDays} 天没有写入，已自动取消` });

  const since = sql<number>`coalesce(written_at_ms, created_at_ms)`;
  const found = await store.reads
    .selectFrom('imports')
    .select(['id', 'state'])
    .where('purged_at_ms', 'is', null)
    .where((is) =>
      is.or([
        is('state', '=', 'cancelled'),
        is.and([is('state', 'in', ['failed', 'undone']), is(since, '<', oldMs)]),
        // One that was stopped before it wrote anything has no time of writing.
        is.and([is('state', '=', 'stopped'), is('written_at_ms', 'is', null), is('created_at_ms', '<', oldMs)]),
        is.and([is('state', 'in', ['done', 'stopped']), is('written_at_ms', '<', nowMs - undoDays * dayMs)]),
      ]),
    )
    .orderBy('id')
    .execute();
  for (const { id, state } of found) await purgeRows({ store, clock }, id, state);
  return found.length;
}

/** Some rows at a time, as long as the import stays in this state: one that is being undone keeps the others. */
async function purgeRows({ store, clock }: Parts, importId: number, state: string): Promise<void> {
  let isLeft = true;
  while (isLeft)
    isLeft = await store.write(function* (queries) {
      const [still] = yield* run(
        queries.selectFrom('imports').select('id').where('id', '=', importId).where('state', '=', state),
      );
      if (still === undefined) return false;
      const rows = yield* run(
        queries
          .selectFrom('import_rows')
          .select('row_number')
          .where('import_id', '=', importId)
          .orderBy('row_number')
          .limit(rowsAtOnce),
      );
      const last = rows.at(-1);
      if (last !== undefined)
        yield* run(
          queries
            .deleteFrom('import_rows')
            .where('import_id', '=', importId)
            .where('row_number', '<=', last.row_number),
        );
      if (rows.length === rowsAtOnce) return true;
      yield* run(queries.updateTable('imports').set({ purged_at_ms: clock.nowMs() }).where('id', '=', importId));
      return false;
    });
}
