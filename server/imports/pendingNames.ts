import * as z from 'zod';
import { inWritingOrder } from '../../src/contract/entities/imports.ts';
import { organizationTypeLabels } from '../../src/contract/labels.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { findGroup, readRows, type StoredImport } from './importStore.ts';
import type { Named } from './nameIndex.ts';

/**
 * Ids from here on stand for records that a file of the same upload will make. No record has one; on PostgreSQL they still fit the
 * narrowest column.
 */
const firstPendingId = 2_000_000_000;
/** More than a file has rows. */
const idsOfFile = 30_000;
const rowsAtOnce = 500;

/** Does a cell name a record that is not written yet? Values of lookups alone: an id, `4-301`, or several of them. */
export function isPending(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPending);
  if (typeof value === 'number') return value >= firstPendingId;
  return typeof value === 'string' && Number(/^\d-(\d+)$/.exec(value)?.[1] ?? 0) >= firstPendingId;
}

/** The names that cells may contain beside those of existing records, by kind of record. */
export type PendingNames = Readonly<Record<string, readonly Named[]>>;

/** The names under which each kind can be found, and its type of organisation. */
const namedBy = {
  property: { list: 'property', orgType: 4 },
  maintenance: { list: 'maintenance', orgType: 5 },
  community: { list: 'community', orgType: 2 },
} as const;
const isNaming = (kind: string): kind is keyof typeof namedBy => Object.hasOwn(namedBy, kind);
const namedValues = z.looseObject({ name: z.string(), area_id: z.number().optional() });

/** The files of an upload that are written before this one: what they will make may be named in it. */
async function filesBefore(store: Pick<EventStore, 'rows'>, file: StoredImport): Promise<readonly StoredImport[]> {
  const files = inWritingOrder(await findGroup(store, file.group_id));
  return files
    .slice(
      0,
      files.findIndex(({ id }) => id === file.id),
    )
    .filter(({ kind, state }) => kind !== file.kind && ['checking', 'ready', 'writing'].includes(state));
}

/** New records of the files that will be written before this one, each name once. */
export async function pendingNames(
  store: Pick<EventStore, 'rows'>,
  reads: Queries,
  file: StoredImport,
): Promise<PendingNames> {
  const named = new Map<string, Map<string, Named>>();
  const add = (list: string, one: Named): void => {
    const names = named.get(list) ?? new Map<string, Named>();
    if (!names.has(one.fullName)) names.set(one.fullName, one);
    named.set(list, names);
  };
  const before = await filesBefore(store, file);
  const areas = before.some(({ kind }) => kind === 'community')
    ? new Map(
        (await reads.selectFrom('areas').select(['id', 'full_name']).execute()).map((area) => [
          area.id,
          area.full_name,
        ]),
      )
    : new Map<number, string>();
  for (const [index, { id: importId, kind }] of before.entries()) {
    if (!isNaming(kind)) continue;
    const { list, orgType } = namedBy[kind];
    for (let after: number | undefined; ;) {
      const rows = await readRows(reads, {
        importId,
        states: ['new'],
        isWritten: false,
        after,
        order: 'asc',
        limit: rowsAtOnce,
      });
      for (const { row_number: rowNumber, row_values: kept } of rows) {
        const { name, area_id: areaId } = namedValues.parse(JSON.parse(kept ?? 'null'));
        const id = firstPendingId + index * idsOfFile + rowNumber;
        const fullName = areaId === undefined ? name : `${areas.get(areaId) ?? ''} / ${name}`;
        add(list, { value: id, name, fullName });
        add('organization', {
          value: `${orgType}-${id}`,
          name,
          fullName: `${organizationTypeLabels[orgType]}：${name}`,
        });
      }
      if (rows.length < rowsAtOnce) break;
      after = rows.at(-1)?.row_number;
    }
  }
  return Object.fromEntries([...named].map(([list, names]) => [list, [...names.values()]]));
}

/** Files of the same upload that may name what this one makes, and are not being written. */
export async function filesAfter(
  store: Pick<EventStore, 'rows'>,
  file: StoredImport,
): Promise<readonly StoredImport[]> {
  if (!isNaming(file.kind)) return [];
  const files = inWritingOrder(await findGroup(store, file.group_id));
  return files
    .slice(files.findIndex(({ id }) => id === file.id) + 1)
    .filter(({ kind, state }) => state === 'ready' && kind !== file.kind);
}
