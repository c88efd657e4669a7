import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';

/** Of files from before records said which ones they use. */
export const legacyRecord = 'legacy';

/**
 * Says that a record (`communityNotice-12`) uses these files and no others, in the transaction of its change. Files that no record uses are
 * removed after a day, so every record that shows a file says so here; an empty list when the record is removed.
 */
export function* setUploadUses(queries: Queries, record: string, fileNames: readonly string[]): TransactionSteps {
  yield* run(queries.deleteFrom('upload_uses').where('record', '=', record));
  yield* addUploadUses(queries, record, fileNames);
}

/** Says that a record uses these files too, beside those that it has said before: a record whose files are never taken away. */
export function* addUploadUses(queries: Queries, record: string, fileNames: readonly string[]): TransactionSteps {
  if (fileNames.length > 0)
    yield* run(
      queries
        .insertInto('upload_uses')
        .values([...new Set(fileNames)].map((name) => ({ file_name: name, record })))
        .onConflict((conflict) => conflict.doNothing()),
    );
}
