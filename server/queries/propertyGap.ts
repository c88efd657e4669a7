import type { OutputOf } from '../../src/contract/endpoint.ts';
import type { importPropertyGap } from '../../src/contract/endpoints/imports.ts';
import { importLimits } from '../../src/contract/entities/imports.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import type { StagedFile } from '../imports/importFile.ts';
import type { Queries } from '../store/eventStore.ts';
import { inFleet } from './inFleet.ts';

/** Lifts of the caller that still stand and have no property company, as `e`, with their community as `c`. */
const liftsWithout = (reads: Queries, { scope }: Principal) =>
  reads
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .where('e.property_id', 'is', null)
    .where(() => inFleet)
    .where(() => elevatorScopeCondition(scope));

/**
 * Returns the number of the caller's lifts without a property company, and the companies that their communities would give, with the number
 * of lifts of each.
 */
export async function readPropertyGap(reads: Queries, by: Principal): Promise<OutputOf<typeof importPropertyGap>> {
  const { total } = await liftsWithout(reads, by)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const companies =
    total === 0
      ? []
      : await liftsWithout(reads, by)
          .innerJoin('organizations as o', 'o.id', 'c.property_id')
          .select(({ fn }) => [
            'o.id as property_id',
            'o.name as property_name',
            fn.count<number>('c.id').distinct().as('community_num'),
            fn.countAll<number>().as('elevator_num'),
          ])
          .groupBy(['o.id', 'o.name'])
          .orderBy('elevator_num', 'desc')
          .orderBy('o.id')
          .execute();
  return { elevator_num: total, companies };
}

/** None of these is a column of a lift's file but the last: a lift is known by its id, not by its words. */
const header = ['电梯', '所在小区', '物业单位'] as const;

/** The lifts that their community can complete, as rows of a file: the first 20,000 of them. */
export async function stagePropertyGap(reads: Queries, by: Principal): Promise<StagedFile> {
  const lifts = await liftsWithout(reads, by)
    .innerJoin('organizations as o', 'o.id', 'c.property_id')
    .select(['e.id', 'e.tag', 'c.name as community_name', 'o.name as property_name'])
    .orderBy('e.id')
    .limit(importLimits.rows)
    .execute();
  return {
    header,
    rows: lifts.map(({ id, tag, community_name: community, property_name: property }, index) => ({
      rowNumber: index + 1,
      cells: [tag, community, property],
      problems: [],
      recordId: id,
    })),
  };
}
