import { run, type EventStore } from '../store/eventStore.ts';
import type { UploadTable } from '../store/rowTables.ts';

/** The size of all uploaded files together. */
export async function usedUploadBytes({ rows }: EventStore): Promise<number> {
  const { used } = await rows
    .selectFrom('uploads')
    .select((row) => row.fn.sum<number | string | null>('size_bytes').as('used'))
    .executeTakeFirstOrThrow();
  return Number(used ?? 0);
}

/** Records a file that has been written to disk. */
export async function recordUpload(store: EventStore, upload: Omit<UploadTable, 'id'>): Promise<void> {
  const id = await store.nextId('upload');
  await store.write(function* (queries) {
    yield* run(queries.insertInto('uploads').values({ id, ...upload }));
  });
}
