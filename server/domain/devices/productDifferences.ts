import { createHash } from 'node:crypto';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { deviceTypeLabels } from '../../../src/contract/deviceTypes.ts';
import type { Principal } from '../../access/principal.ts';
import { elevatorScopeCondition } from '../../access/scope.ts';
import type { Queries } from '../../store/eventStore.ts';
import { deviceModels } from './deviceModels.ts';

/** The record that a device should have; a member that is right already is as it was. */
export interface Product {
  readonly model: string;
  readonly vendor: string;
  readonly firmware: string;
}

export interface Compared extends Product {
  readonly device_type: string;
  readonly said_model: string | null;
  readonly said_firmware: string | null;
}

const named = (name: string) => deviceModels.filter(({ model }) => model === name);

/** Returns the record that follows from the catalogue and the device's own description. */
export function proposedProduct(row: Compared): { readonly product: Product; readonly remark: string } {
  const said = row.said_model ?? '';
  const model = said === '' ? row.model : said;
  // A device may name any model: only one that is known may change how its messages are read.
  const known = named(model).find(({ device_type: type }) => type === row.device_type);
  const firmware = (row.said_firmware ?? '') === '' ? row.firmware : (row.said_firmware ?? '');
  const product = {
    model: known === undefined ? row.model : known.model,
    vendor: known === undefined ? row.vendor : known.vendor,
    firmware,
  };
  return { product, remark: remarkOn(model, known !== undefined) };
}

/** The same for the same change of the same device: a user who has seen it applies this and nothing else. */
export const markOfChange = (deviceKey: string, before: Product, after: Product): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        deviceKey,
        ...[before, after].flatMap(({ model, vendor, firmware }) => [model, vendor, firmware]),
      ]),
    )
    .digest('base64url')
    .slice(0, 16);

function remarkOn(model: string, isKnown: boolean): string {
  if (isKnown || model === '') return '';
  const other = named(model)[0];
  if (other === undefined) return `型号“${model}”不在目录中，请核对`;
  return `型号“${model}”是${deviceTypeLabels[other.device_type]}，而登记的设备类型不同，请核对`;
}

/** `devices` as `d` and `device_descriptions` as `s`: the record is not what it should be, or someone should look at it. */
function isDifferent(): RawBuilder<SqlBool> {
  const model = sql`(case when coalesce(s.model, '') = '' then d.model else s.model end)`;
  const right = deviceModels.map(
    (known) => sql`(${model} = ${known.model} and d.device_type = ${known.device_type} and d.vendor = ${known.vendor})`,
  );
  return sql<SqlBool>`(
    (coalesce(s.model, '') <> '' and s.model <> d.model)
    or (coalesce(s.firmware, '') <> '' and s.firmware <> d.firmware)
    or (${model} <> '' and not (${sql.join(right, sql` or `)}))
  )`;
}

/** The devices in the caller's scope whose record is not what it should be. */
export function differingDevices(queries: Queries, by: Principal) {
  return queries
    .selectFrom('devices as d')
    .innerJoin('elevators as e', 'e.id', 'd.elevator_id')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .leftJoin('device_descriptions as s', 's.device_key', 'd.device_key')
    .where(() => elevatorScopeCondition(by.scope))
    .where(() => isDifferent());
}

export const comparedColumns = [
  'd.device_key',
  'd.device_type',
  'd.elevator_id',
  'd.model',
  'd.vendor',
  'd.firmware',
  's.model as said_model',
  's.firmware as said_firmware',
] as const;
