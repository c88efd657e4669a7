import type { AuditRecord } from '../../src/contract/audit.ts';
import { rowKinds } from '../../src/contract/rowKinds.ts';
import type { Queries } from '../store/eventStore.ts';

/** Values of closed sets by record and field, in words. */
const valueWords: Partial<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  ...Object.fromEntries(Object.values(rowKinds).map(({ kind, record = kind, values }) => [record, values])),
  notifyChannel: { provider: { none: '未配置', demo: '演示', real: '启用' } },
};

/** The table whose row a field names. */
const tableOf = {
  community_id: 'communities',
  area_id: 'areas',
  brand_id: 'organizations',
  property_id: 'organizations',
  maintenance_id: 'organizations',
  org_id: 'organizations',
  person_id: 'people',
  role_id: 'roles',
  permission_ids: 'permissions',
  group_ids: 'community_groups',
} as const satisfies Readonly<
  Record<string, 'communities' | 'areas' | 'organizations' | 'people' | 'roles' | 'permissions' | 'community_groups'>
>;
type NamedField = keyof typeof tableOf;
type NamedTable = (typeof tableOf)[NamedField];
const isNamedField = (field: string): field is NamedField => Object.hasOwn(tableOf, field);
const tables = [...new Set(Object.values(tableOf))];

type Values = Readonly<Record<string, unknown>>;
/** The names that rows have today, by table and id. */
export type RowNames = ReadonlyMap<NamedTable, ReadonlyMap<number, string>>;

const idsIn = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number');

/** Reads what the rows that these values name are called today; one that is gone has no name. */
export async function readNames(reads: Queries, changed: readonly Values[]): Promise<RowNames> {
  const named = changed.flatMap((values) => Object.entries(values));
  const read = async (table: NamedTable): Promise<readonly [NamedTable, ReadonlyMap<number, string>]> => {
    const ids = new Set(
      named.flatMap(([field, value]) => (isNamedField(field) && tableOf[field] === table ? idsIn(value) : [])),
    );
    if (ids.size === 0) return [table, new Map()];
    const rows = await reads
      .selectFrom(table)
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute();
    return [table, new Map(rows.map(({ id, name }) => [id, name]))];
  };
  return new Map(await Promise.all(tables.map(read)));
}

/** The words for a value of a record's field; undefined where the value speaks for itself. */
export function wordsFor(record: AuditRecord, field: string, value: unknown, names: RowNames): string | undefined {
  const words = valueWords[record]?.[field]?.[String(value)];
  if (words !== undefined) return words;
  if (!isNamedField(field)) return undefined;
  const known = names.get(tableOf[field]);
  if (typeof value === 'number') return known?.get(value);
  return Array.isArray(value)
    ? idsIn(value)
        .map((id) => known?.get(id) ?? `#${id}`)
        .join('、')
    : undefined;
}

const without = (list: readonly unknown[], others: readonly unknown[]): readonly unknown[] =>
  list.filter((item) => !others.includes(item));

/**
 * Reduces two lists to what only one of them has, so that a role's hundred permissions do not hide the one that changed. Other
 * values stay as they are.
 */
export function onlyDifferent(before: unknown, after: unknown): readonly [before: unknown, after: unknown] {
  if (!Array.isArray(before) || !Array.isArray(after)) return [before, after];
  return [without(before, after), without(after, before)];
}
