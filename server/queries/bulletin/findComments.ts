import { bulletinFields, type BulletinValues } from '../../../src/contract/bulletin/bulletinComments.ts';
import type { BulletinKey } from '../../domain/base/bulletin.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { rowVersion } from '../rowVersion.ts';

/** The comments on a bulletin with the version of their row; undefined where there are none. */
export async function findComments(
  { rows }: Pick<EventStore, 'rows'>,
  { month, areaId }: BulletinKey,
): Promise<{ readonly id: number; readonly version: number; readonly values: BulletinValues } | undefined> {
  const row = await rows
    .selectFrom('bulletins as b')
    .selectAll('b')
    .select(rowVersion('bulletin', 'b.id').as('version'))
    .where('b.month', '=', month)
    .where('b.area_id', 'is not distinct from', areaId)
    .executeTakeFirst();
  return row && { id: row.id, version: row.version, values: bulletinFields.parse(row) };
}
