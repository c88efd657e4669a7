import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { liftFileList } from '../../src/contract/endpoints/liftFile.ts';
import { liftFileFields } from '../../src/contract/entities/liftFile.ts';
import type { Principal } from '../access/principal.ts';
import { liftFileScope } from '../domain/base/liftFile.ts';
import type { EventStore } from '../store/eventStore.ts';
import { listRows } from './listRows.ts';
import { rowVersion } from './rowVersion.ts';

/** The papers of lifts in the caller's scope. Reads where the server writes, so that a paper is there once it is saved. */
export function listLiftFiles(
  { rows }: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof liftFileList>,
): Promise<OutputOf<typeof liftFileList>> {
  const { elevator_id: elevatorId } = query;
  return listRows(query, {
    from: rows
      .selectFrom('lift_files as f')
      .innerJoin('elevators as e', 'e.id', 'f.elevator_id')
      .where(() => liftFileScope.condition(by.scope, 'f'))
      .$if(elevatorId !== undefined, (files) => files.where('f.elevator_id', '=', elevatorId ?? 0)),
    select: (from) => from.selectAll('f').select(rowVersion('liftFile', 'f.id').as('version')),
    toRow: ({ id, version, photos, ...row }) => ({
      ...liftFileFields.parse({ ...row, photos: JSON.parse(photos) }),
      id,
      version,
    }),
    id: 'f.id',
    sorts: { id: 'f.id', name: 'f.name', issued_on: 'f.issued_on' },
    keyword: ['f.name', 'e.tag'],
  });
}
