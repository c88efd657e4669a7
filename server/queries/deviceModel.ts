import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { deviceModelDifferences } from '../../src/contract/endpoints/device.ts';
import { deviceVendorLabel, type ModelDifference } from '../../src/contract/entities/deviceModel.ts';
import { deviceTypes } from '../../src/contract/deviceTypes.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import { descriptionChanges } from '../domain/devices/deviceDescriptions.ts';
import { deviceModels } from '../domain/devices/deviceModels.ts';
import {
  comparedColumns,
  differingDevices,
  markOfChange,
  proposedProduct,
  type Compared,
} from '../domain/devices/productDifferences.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { cachedReads, mostCachedRows } from './cachedReads.ts';
import { listRows } from './listRows.ts';
import { wholeReadingOf } from './wholeList.ts';

type Query = ParsedInputOf<typeof deviceModelDifferences>;
type Answer = OutputOf<typeof deviceModelDifferences>;

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
    mark: markOfChange(row.device_key, row, product),
  };
}

const shown = (field: string, value: string): string => (field === 'vendor' ? deviceVendorLabel(value) : value);

/** `devices` as `d` in the caller's scope; without limits no lift need be looked up. */
function devicesFor(reads: Queries, { scope }: Principal) {
  const devices = reads.selectFrom('devices as d');
  if (scope.kind === 'all') return devices;
  return devices.where('d.elevator_id', 'in', (lifts) =>
    lifts
      .selectFrom('elevators as e')
      .innerJoin('communities as c', 'c.id', 'e.community_id')
      .where(() => elevatorScopeCondition(scope))
      .select('e.id'),
  );
}

/**
 * The catalogue with the number of devices in the caller's scope, and one page of the differences. The answer is kept until a record
 * or a description changes.
 */
export async function listModelDifferences(store: EventStore, by: Principal, query: Query): Promise<Answer> {
  const read = () => readModelDifferences(store, by, query);
  if (wholeReadingOf(query) !== undefined || query.page_size > mostCachedRows) return read();
  const described = descriptionChanges(store);
  const keep = await cachedReads(store);
  return keep(JSON.stringify(['model differences', described, by.scope, query]), read);
}

async function readModelDifferences(store: EventStore, by: Principal, query: Query): Promise<Answer> {
  const reads = readsOf(store, by);
  const [counts, page] = await Promise.all([
    devicesFor(reads, by)
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
