import type { Principal } from '../../access/principal.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';

/** The record of files from before records said which ones they use. */
export const legacyRecord = 'legacy';

/**
 * Those of the names that this person may not put into a record: pictures that are gone, or that somebody else has uploaded. A user who
 * attached a foreign picture to a record of their own would see it there. What `record` shows already stays, no matter who uploaded it; null for
 * a new record.
 */
export function* notOwnUploads(
  queries: Queries,
  by: Pick<Principal, 'userId'>,
  names: readonly string[],
  record: string | null,
): TransactionSteps<readonly string[]> {
  if (names.length === 0) return [];
  const found = yield* run(
    queries
      .selectFrom('uploads as u')
      .leftJoin('upload_uses as s', (join) =>
        join.onRef('s.file_name', '=', 'u.file_name').on('s.record', '=', record ?? ''),
      )
      .select(['u.file_name', 'u.uploaded_by', 's.record'])
      .where('u.file_name', 'in', [...names])
      .where('u.is_complete', '=', 1),
  );
  const own = new Set(
    found.filter((row) => row.uploaded_by === by.userId || row.record !== null).map((row) => row.file_name),
  );
  return names.filter((name) => !own.has(name));
}

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
