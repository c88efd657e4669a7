import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { cameraFields, cameraPlaces } from '../../../src/contract/entities/camera.ts';
import type { FieldErrors } from '../../../src/contract/envelope.ts';
import { scopeBy } from '../../access/scopeBy.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { rowDesk, rowResource, type RowDesk, type RowDeskParts } from '../rows/rowDesk.ts';
import { takenValue } from '../rows/takenValue.ts';

type Errors = FieldErrors['errors'];

/** A value of its own kind, because a text would appear in the changes that a second editor sees. */
const sealedSecret = z.object({ sealed: z.string() });

/** A camera as an editor writes it. `secret`: sealed; null for none, undefined to keep it. */
const cameraValues = cameraFields.extend({ secret: sealedSecret.nullable().optional() });
export type CameraValues = z.output<typeof cameraValues>;

export const cameraScope = scopeBy('lift', 'elevator_id');

/** More would be a mistake. */
const mostCamerasOfLift = 16;

function* readCamera(queries: Queries, id: number): TransactionSteps<CameraValues | undefined> {
  const [row] = yield* run(queries.selectFrom('cameras').selectAll().where('id', '=', id));
  if (row === undefined) return undefined;
  const { id: _id, sealed_secret: sealed, place, ...values } = row;
  return {
    ...values,
    place: cameraPlaces.find((known) => known === place) ?? 'other',
    secret: sealed === '' ? null : { sealed },
  };
}

const toColumns = ({ secret, ...values }: CameraValues) => ({ ...values, sealed_secret: secret?.sealed ?? '' });

/** The hosts to which the password would be sent. */
const hostsOf = ({ main_url, sub_url }: CameraValues): readonly string[] =>
  [main_url, sub_url].map((url) => url.replace(/^([a-z]+:\/\/)(?:[^/?#]*@)?([^/?#]*).*$/, '$1$2'));

/** The device must be in the same lift. */
function* isOwnDevice(queries: Queries, { device_key, elevator_id }: CameraValues): TransactionSteps<boolean> {
  if (device_key === '') return true;
  const found = yield* run(
    queries
      .selectFrom('devices')
      .select('device_key')
      .where('device_key', '=', device_key)
      .where('elevator_id', '=', elevator_id),
  );
  return found.length > 0;
}

const takenName = takenValue<CameraValues>('name', '这台电梯已有同名摄像头', (queries, { elevator_id, name }) =>
  queries.selectFrom('cameras').select('id').where('elevator_id', '=', elevator_id).where('name', '=', name),
);

function* tooMany(queries: Queries, id: number | null, { elevator_id }: CameraValues): TransactionSteps<Errors> {
  const cameras = yield* run(queries.selectFrom('cameras').select('id').where('elevator_id', '=', elevator_id));
  return cameras.filter((camera) => camera.id !== id).length >= mostCamerasOfLift
    ? [{ field: 'elevator_id', message: `一台电梯最多 ${mostCamerasOfLift} 个摄像头` }]
    : [];
}

/** An editor must not be able to send a password that they do not know to a host of their own. */
function* movedSecret(queries: Queries, id: number | null, values: CameraValues): TransactionSteps<Errors> {
  const before = id === null ? undefined : yield* readCamera(queries, id);
  const isKept =
    before?.secret != null && (values.secret === undefined || isDeepStrictEqual(before.secret, values.secret));
  return isKept && !isDeepStrictEqual(hostsOf(before), hostsOf(values))
    ? [{ field: 'secret', message: '地址换了主机，请重新填写密码' }]
    : [];
}

function* strangeDevice(queries: Queries, id: number | null, values: CameraValues): TransactionSteps<Errors> {
  const before = id === null ? undefined : yield* readCamera(queries, id);
  const isKept = before?.device_key === values.device_key && before.elevator_id === values.elevator_id;
  return isKept || (yield* isOwnDevice(queries, values))
    ? []
    : [{ field: 'device_key', message: '这台电梯没有绑定该设备，请核对编号或留空' }];
}

/** Cameras of lifts. The password arrives here sealed, and the log only says whether there is one. */
export function createCameraDesk(parts: RowDeskParts<CameraValues>): RowDesk<CameraValues> {
  return rowDesk<CameraValues>(
    rowResource({
      noun: '摄像头',
      kind: 'camera',
      table: 'cameras',
      fields: cameraValues,
      redact: ({ secret, ...values }) => ({ ...values, has_secret: secret != null }),
      scope: cameraScope,
      toColumns,
      read: readCamera,
      *complete(queries, id, values) {
        if (values.secret !== undefined) return values;
        const before = id === null ? undefined : yield* readCamera(queries, id);
        return { ...values, secret: before?.secret ?? null };
      },
      problems: [takenName, tooMany, movedSecret, strangeDevice],
    }),
    parts,
  );
}
