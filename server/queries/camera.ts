import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { cameraList } from '../../src/contract/endpoints/camera.ts';
import { cameraPlaces } from '../../src/contract/entities/camera.ts';
import { deviceStatusLabels } from '../../src/contract/labels.ts';
import type { Principal } from '../access/principal.ts';
import { cameraScope } from '../domain/base/camera.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';
import { rowVersion } from './rowVersion.ts';

/** The cameras of lifts in the caller's scope. The password never leaves the store, not even sealed. */
export function listCameras(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof cameraList>,
): Promise<OutputOf<typeof cameraList>> {
  const { elevator_id: elevatorId, place } = query;
  return listRows(query, {
    from: readsOf(store, by)
      .selectFrom('cameras as v')
      .innerJoin('elevators as e', 'e.id', 'v.elevator_id')
      .innerJoin('communities as c', 'c.id', 'e.community_id')
      // A device that was moved to another lift says nothing about this camera.
      .leftJoin('devices as d', (join) =>
        join.onRef('d.device_key', '=', 'v.device_key').onRef('d.elevator_id', '=', 'v.elevator_id'),
      )
      .leftJoin('device_states as s', 's.device_key', 'd.device_key')
      .where(() => cameraScope.condition(by.scope, 'v'))
      .$if(elevatorId !== undefined, (rows) => rows.where('v.elevator_id', '=', elevatorId ?? 0))
      .$if(place !== undefined, (rows) => rows.where('v.place', '=', place ?? '')),
    select: (from) =>
      from.select([
        'v.id',
        'v.elevator_id',
        'v.name',
        'v.place',
        'v.vendor',
        'v.main_url',
        'v.sub_url',
        'v.channel',
        'v.user_name',
        'v.device_key',
        ({ eb }) => eb('v.sealed_secret', '<>', '').as('has_secret'),
        's.status',
        'e.tag as elevator_tag',
        'e.addr as elevator_addr',
        'c.name as community_name',
        rowVersion('camera', 'v.id').as('version'),
      ]),
    toRow: ({ has_secret, status, place: kept, ...row }) => ({
      ...row,
      place: cameraPlaces.find((known) => known === kept) ?? 'other',
      has_secret: Boolean(has_secret),
      status,
      statusResult: status === null ? '未检测' : (deviceStatusLabels[status] ?? '未检测'),
    }),
    id: 'v.id',
    sorts: { id: 'v.id', name: 'v.name', elevator_tag: 'e.tag', place: 'v.place' },
    keyword: ['v.name', 'v.vendor', 'e.tag', 'e.addr', 'c.name'],
  });
}
