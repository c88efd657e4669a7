import { isDeepStrictEqual } from 'node:util';
import { baseDataEvents } from '../../../src/contract/events/baseData.ts';
import type { RowChange, RowResource } from './rowResource.ts';

export const membersOf = (values: object | null): ReadonlyMap<string, unknown> => new Map(Object.entries(values ?? {}));

/** The names of the members that differ. */
export const changedFields = ({
  before,
  after,
}: {
  readonly before: object | null;
  readonly after: object | null;
}): readonly string[] => {
  const [old, now] = [membersOf(before), membersOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (field) => !isDeepStrictEqual(old.get(field), now.get(field)),
  );
};

/** The event of a row's change as the log keeps it. `isUnversioned`: it was saved over a version nobody compared. */
export function rowEvent<Values extends object>(
  { kind, redact = (values) => values }: Pick<RowResource<Values>, 'kind' | 'redact'>,
  { id, before, after }: RowChange<Values>,
  atMs: number,
  { isUnversioned = false, importId }: { readonly isUnversioned?: boolean; readonly importId?: number } = {},
) {
  const type = `${kind}.changed` as const;
  const logged = { before: before === null ? null : redact(before), after: after === null ? null : redact(after) };
  const told = changedFields(logged);
  const hidden = changedFields({ before, after }).filter(
    (field) => before !== null && after !== null && !told.includes(field),
  );
  const data = {
    id,
    ...logged,
    ...(hidden.length > 0 ? { hidden } : {}),
    ...(isUnversioned ? { isUnversioned } : {}),
    ...(importId === undefined ? {} : { import_id: importId }),
  };
  return { type, data: baseDataEvents[type].parse(data), atMs };
}
