import type { ImportRow } from '../../contract/endpoints/imports.ts';
import type { ImportKind } from '../../contract/entities/imports.ts';
import { screenNamed } from '../../contract/screens.ts';

const screens = {
  elevator: 'ElevatorManagement',
  community: 'ParkManagement',
  maintenance: 'MaintenanceManagement',
  property: 'PropertyManagement',
  person: 'PersonManagement',
  user: 'UserManagement',
  checkList: 'OrderRecords',
  visit: 'OrderRecords',
} as const satisfies Readonly<Record<ImportKind, string>>;

/** Returns the address at which the record of a row is looked after: its list with this one record. */
export function recordAddress(kind: ImportKind, { record_id: id, record_name: name }: ImportRow): string {
  const { path } = screenNamed(screens[kind]);
  if (kind === 'checkList') return `${path}?tab=check-lists&id=${id}`;
  return kind === 'elevator' ? `${path}?id=${id}` : `${path}?keyword=${encodeURIComponent(name)}`;
}
