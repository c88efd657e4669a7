import type { ParsedInputOf } from '../../../src/contract/endpoint.ts';
import type { cameraSave } from '../../../src/contract/endpoints/camera.ts';
import type { Principal } from '../../access/principal.ts';
import { createCameraDesk } from '../../domain/base/camera.ts';
import type { CameraSecrets } from '../../domain/base/cameraSecrets.ts';
import { createDeviceDesk, type DeviceDeskParts } from '../../domain/devices/deviceDesk.ts';
import { syncDeviceModels } from '../../domain/devices/deviceModelDesk.ts';
import { renewDeviceSecret } from '../../domain/devices/deviceSecrets.ts';
import type { DeviceLinks } from '../../ports/deviceLinks.ts';
import { listCameras } from '../../queries/camera.ts';
import { listModelDifferences } from '../../queries/deviceModel.ts';
import type { deviceBind, DeviceCredentials } from '../../../src/contract/endpoints/device.ts';
import { namedCalls } from '../../../src/contract/rowCalls.ts';
import type { Handlers } from '../handlers.ts';
import { rowHandlers, saveOf } from '../rowHandlers.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';

type DeviceHandlers = Pick<
  Handlers,
  | 'deviceBind'
  | 'deviceBindRescue'
  | 'deviceUnbind'
  | 'deviceDisable'
  | 'deviceEnable'
  | 'deviceSecretRenew'
  | 'deviceModelDifferences'
  | 'deviceModelSync'
  | 'cameraList'
  | 'cameraSave'
  | 'cameraDelete'
>;

export interface DeviceHandlerParts extends Omit<DeviceDeskParts, 'disconnectDevice'> {
  /** A device's MQTT secret of this version. */
  readonly secretOfDevice: (deviceKey: string, version: number) => string;
  readonly links: Pick<DeviceLinks, 'broker' | 'disconnect'>;
  readonly cameraSecrets: Pick<CameraSecrets, 'seal'>;
  readonly onTrouble: OnTrouble;
}

/** The camera as its desk judges it: a password that was typed is a new one, whatever it is; an empty field keeps the old one. */
const withAnySecret = (entered: unknown): unknown =>
  typeof entered === 'object' && entered !== null && 'secret' in entered && typeof entered.secret === 'string'
    ? { ...entered, secret: entered.secret === '' ? undefined : { sealed: '' } }
    : entered;

/** Devices, the models that they are of, and cameras. */
export function deviceHandlers(parts: DeviceHandlerParts): DeviceHandlers {
  const { store, cameraSecrets, links } = parts;
  const deskParts = { ...parts, disconnectDevice: (deviceKey: string) => links.disconnect(deviceKey) };
  const desk = createDeviceDesk(deskParts);
  const cameras = createCameraDesk(parts);
  const credentials = (deviceKey: string, version: number): DeviceCredentials => ({
    device_key: deviceKey,
    username: deviceKey,
    secret_version: version,
    secret: parts.secretOfDevice(deviceKey, version),
    broker: links.broker(),
  });
  const saveCamera = (by: Principal, { secret, ...input }: ParsedInputOf<typeof cameraSave>) =>
    cameras.save(by, {
      ...input,
      // An empty field of the form leaves the password as it is.
      ...(secret === undefined || secret === ''
        ? {}
        : { secret: secret === null ? null : { sealed: cameraSecrets.seal(secret) } }),
    });
  return {
    deviceBind: saveOf({
      async save(by: Principal, input: ParsedInputOf<typeof deviceBind>) {
        const { secretVersion } = await desk.bind(by, {
          elevatorId: input.elevator_id,
          deviceKey: input.device_key,
          deviceType: input.device_type,
          vendor: input.vendor,
          model: input.model,
          firmware: input.firmware,
          reportPeriodSeconds: input.report_period,
          isRescueTerminal: input.is_rescue_terminal,
        });
        return credentials(input.device_key, secretVersion);
      },
      alsoWrong: (by, entered) => desk.cannotBind(by, entered),
    }),
    async deviceBindRescue({ device_key: deviceKey, elevator_id: liftId }, { principal }) {
      const { elevatorId } = await desk.chooseTerminal(principal, deviceKey, liftId);
      return { device_key: deviceKey, elevator_id: elevatorId };
    },
    async deviceUnbind({ device_key: deviceKey, reason }, { principal }) {
      await desk.unbind(principal, deviceKey, reason);
      return {};
    },
    async deviceDisable({ device_key: deviceKey, reason }, { principal }) {
      await desk.disable(principal, deviceKey, reason);
      return {};
    },
    async deviceEnable({ device_key: deviceKey, reason }, { principal }) {
      await desk.enable(principal, deviceKey, reason);
      return {};
    },
    async deviceSecretRenew({ device_key: deviceKey, reason }, { principal }) {
      return credentials(deviceKey, await renewDeviceSecret(deskParts, principal, deviceKey, reason));
    },
    deviceModelDifferences: (input, { principal }) => listModelDifferences(store, principal, input),
    deviceModelSync({ device_keys: keys, marks }, { principal }) {
      const named = keys?.split(',').filter((key) => key !== '');
      const shown = marks?.split(',') ?? [];
      return syncDeviceModels(
        parts,
        principal,
        named,
        marks === undefined ? undefined : new Map(named?.map((key, at) => [key, shown[at] ?? ''])),
      );
    },
    ...namedCalls(
      'camera',
      rowHandlers(
        {
          ...cameras,
          save: saveCamera,
          alsoWrong: (by, entered) => cameras.alsoWrong(by, withAnySecret(entered)),
        },
        store,
        listCameras,
      ),
    ),
  };
}
