import { liftFileFields } from '../../../src/contract/entities/liftFile.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import type * as z from 'zod';
import { scopeBy } from '../../access/scopeBy.ts';
import { run } from '../../store/eventStore.ts';
import type { LiftFileTable } from '../../store/rowTables.ts';
import { rowDesk, rowResource, type RowDesk, type RowDeskParts } from '../rows/rowDesk.ts';
import { notOwnUploads, setUploadUses } from '../records/uploadUses.ts';
import type { Judgement } from '../rows/rowResource.ts';

export type LiftFileValues = z.output<typeof liftFileFields>;

/** More would be a mistake. */
const mostFilesOfLift = 60;

/** The prefix by which its pictures know it. */
export const liftFilePrefix = 'liftFile';
const liftFileRecord = (id: number): string => streamName(liftFilePrefix, id);

export const liftFileScope = scopeBy('lift', 'elevator_id');

const toValues = (row: LiftFileTable): LiftFileValues =>
  liftFileFields.parse({ ...row, photos: JSON.parse(row.photos) });
const toColumns = ({ photos, ...values }: LiftFileValues) => ({ ...values, photos: JSON.stringify(photos) });

const tooMany: Judgement<LiftFileValues> = function* (queries, id, { elevator_id }) {
  const files = yield* run(queries.selectFrom('lift_files').select('id').where('elevator_id', '=', elevator_id));
  return files.filter((file) => file.id !== id).length >= mostFilesOfLift
    ? [{ field: 'name', message: `一台电梯最多 ${mostFilesOfLift} 份资料` }]
    : [];
};

const strangePhotos: Judgement<LiftFileValues> = function* (queries, id, { photos }, by) {
  const strange = yield* notOwnUploads(queries, by, photos, id === null ? null : liftFileRecord(id));
  return strange.length > 0 ? [{ field: 'photos', message: '图片已失效，请重新上传' }] : [];
};

/** Papers on the register of lifts. Their pictures are those that the editor has uploaded, or that the paper has already. */
export const createLiftFileDesk = (parts: RowDeskParts<LiftFileValues>): RowDesk<LiftFileValues> =>
  rowDesk<LiftFileValues>(
    rowResource({
      noun: '电梯资料',
      kind: 'liftFile',
      table: 'lift_files',
      fields: liftFileFields,
      scope: liftFileScope,
      toValues,
      toColumns,
      beside: (queries, id, values) => setUploadUses(queries, liftFileRecord(id), values?.photos ?? []),
      problems: [tooMany, strangePhotos],
    }),
    parts,
  );
