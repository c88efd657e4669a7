import type { FaultCause } from '../../src/contract/entities/exception.ts';
import { keptSubsystem } from '../../src/contract/entities/faultCause.ts';
import type { Principal } from '../access/principal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { rowVersion } from './rowVersion.ts';

/** The whole catalogue, each cause of level 1 followed by those below it. */
export async function listFaultCauses(store: EventStore, by: Principal): Promise<FaultCause[]> {
  const rows = await readsOf(store, by)
    .selectFrom('fault_causes as c')
    .selectAll('c')
    .select(rowVersion('faultCause', 'c.id').as('version'))
    .execute();
  const causes = rows
    .map((row): FaultCause => ({
      ...row,
      is_retired: row.is_retired === 1,
      subsystem: keptSubsystem(row.subsystem),
    }))
    .toSorted(inOrder);
  return causes
    .filter(({ parent_code: parent }) => parent === '')
    .flatMap((top) => [top, ...causes.filter(({ parent_code: parent }) => parent === top.code)]);
}

/** By their number for sorting; equal ones by code, of which a longer one is the higher number. */
const inOrder = (a: FaultCause, b: FaultCause): number =>
  a.sort - b.sort || a.code.length - b.code.length || a.code.localeCompare(b.code);
