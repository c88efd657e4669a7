import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { deviceModelDifferences } from '../../src/contract/endpoints/device.ts';
import { deviceVendorLabel, type ModelDifference } from '../../src/contract/entities/deviceModel.ts';
import { deviceTypes } from '../../src/contract/deviceTypes.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import { deviceModels } from '../domain/deviceModels.ts';
import { comparedColumns, differingDevices, proposedProduct, type Compared } from '../domain/productDifferences.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';

function toDifference({
  elevator_tag,
  community_name,
  ...row
}: Compared & {
  readonly device_key: string;
  readonly elevator_id: number;
  readonly elevator_tag: string;
  readonly community_name: string;
}): ModelDifference {
  const { product, remark } = proposedProduct(row);
  const changes = (['model', 'vendor', 'firmware'] as const)
    .filter((field) => product[field] !== row[field])
    .map((field) => ({ field, registered: shown(field, row[field]), proposed: shown(field, product[field]) }));
  return {
    device_key: row.device_key,
    device_type: deviceTypes.find((type) => type === row.device_type) ?? 'OTHER',
    elevator_id: row.elevator_id,
    elevator_tag,
    community_name,
    changes,
    remark,
  };
}

const shown = (field: string, value: string): string => (field === 'vendor' ? deviceVendorLabel(value) : value);

/** The catalogue with the number of devices in the caller's scope, and one page of the differences. */
export async function listModelDifferences(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof deviceModelDifferences>,
): Promise<OutputOf<typeof deviceModelDifferences>> {
  const reads = readsOf(store, by);
  const [counts, page] = await Promise.all([
    reads
      .selectFrom('devices as d')
      .innerJoin('elevators as e', 'e.id', 'd.elevator_id')
      .innerJoin('communities as c', 'c.id', 'e.community_id')
      .where(() => elevatorScopeCondition(by.scope))
      .select(['d.vendor', 'd.model', ({ fn }) => fn.countAll<number>().as('num')])
      .groupBy(['d.vendor', 'd.model'])
      .execute(),
    listRows(query, {
      from: differingDevices(reads, by),
      select: (from) => from.select([...comparedColumns, 'e.tag as elevator_tag', 'c.name as community_name']),
      toRow: toDifference,
      id: 'd.device_key',
      sorts: { device_key: 'd.device_key', elevator_tag: 'e.tag' },
    }),
  ]);
  return {
    ...page,
    models: deviceModels.map((model) => ({
      ...model,
      codes: [...model.codes],
      commands: [...model.commands],
      device_num: counts.find((count) => count.vendor === model.vendor && count.model === model.model)?.num ?? 0,
    })),
  };
}
