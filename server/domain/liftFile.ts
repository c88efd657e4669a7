import { liftFileFields } from '../../src/contract/entities/liftFile.ts';
import type * as z from 'zod';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { isLiftInScope } from './isLiftInScope.ts';
import { rowDesk, type RowDesk, type RowDeskParts } from './rowDesk.ts';
import { notOwnUploads, setUploadUses } from './uploadUses.ts';

export type LiftFileValues = z.output<typeof liftFileFields>;

/** More would be a mistake. */
const mostFilesOfLift = 60;

/** By which its pictures know it. */
export const liftFilePrefix = 'liftFile';
const liftFileRecord = (id: number): string => `${liftFilePrefix}-${id}`;

function* readLiftFile(queries: Queries, id: number): TransactionSteps<LiftFileValues | undefined> {
  const [row] = yield* run(queries.selectFrom('lift_files').selectAll().where('id', '=', id));
  return row === undefined ? undefined : liftFileFields.parse({ ...row, photos: JSON.parse(row.photos) });
}

const toColumns = ({ photos, ...values }: LiftFileValues) => ({ ...values, photos: JSON.stringify(photos) });

/** Papers on the register of lifts. Their pictures are those that the editor has uploaded, or that the paper has already. */
export const createLiftFileDesk = (parts: RowDeskParts<LiftFileValues>): RowDesk<LiftFileValues> =>
  rowDesk<LiftFileValues>(
    {
      noun: '电梯资料',
      kind: 'liftFile',
      table: 'lift_files',
      fields: liftFileFields,
      *highestId(queries) {
        const [row] = yield* run(queries.selectFrom('lift_files').select(({ fn }) => fn.max('id').as('id')));
        return row?.id ?? 0;
      },
      read: readLiftFile,
      isInScope: ({ scope }, { values }, queries) => isLiftInScope(queries, scope, values.elevator_id),
      *problems(queries, id, { elevator_id, photos }, by) {
        const others = yield* run(queries.selectFrom('lift_files').select('id').where('elevator_id', '=', elevator_id));
        const strange = yield* notOwnUploads(queries, by, photos, id === null ? null : liftFileRecord(id));
        return [
          ...(others.filter((other) => other.id !== id).length >= mostFilesOfLift
            ? [{ field: 'name', message: `一台电梯最多 ${mostFilesOfLift} 份资料` }]
            : []),
          ...(strange.length > 0 ? [{ field: 'photos', message: '图片已失效，请重新上传' }] : []),
        ];
      },
      *insert(queries, id, values) {
        yield* run(queries.insertInto('lift_files').values({ id, ...toColumns(values) }));
        yield* setUploadUses(queries, liftFileRecord(id), values.photos);
      },
      *update(queries, id, values) {
        yield* run(queries.updateTable('lift_files').set(toColumns(values)).where('id', '=', id));
        yield* setUploadUses(queries, liftFileRecord(id), values.photos);
      },
      *remove(queries, id) {
        yield* run(queries.deleteFrom('lift_files').where('id', '=', id));
        yield* setUploadUses(queries, liftFileRecord(id), []);
      },
    },
    parts,
  );
