import type * as z from 'zod';
import { merge, Subject, type Observable } from 'rxjs';
import type { Endpoint, OutputOf } from '../../../contract/endpoint.ts';
import { deviceSecretRenew } from '../../../contract/endpoints/access.ts';
import { cameraList } from '../../../contract/endpoints/camera.ts';
import {
  deviceBind,
  deviceBindRescue,
  deviceDisable,
  deviceEnable,
  deviceUnbind,
  type DeviceCredentials,
} from '../../../contract/endpoints/device.ts';
import { deviceStatus } from '../../../contract/endpoints/elevator.ts';
import type { DeviceRow } from '../../../contract/entities/elevator.ts';
import { isChangeOf } from '../../../contract/streamChange.ts';
import type { FeatureDeps } from '../../../streams/featureDeps.ts';
import type { LoadState } from '../../../streams/loading/loadState.ts';
import { watchLatest } from '../../../streams/loading/watchLatest.ts';

export type Camera = OutputOf<typeof cameraList>['list'][number];

/** Each rejects with a CallError, which the dialog shows; after it the list is read again. */
export interface DeviceActs {
  readonly bind: (device: object) => Promise<DeviceCredentials>;
  readonly renewSecret: (deviceKey: string, reason: string) => Promise<DeviceCredentials>;
  readonly chooseTerminal: (deviceKey: string) => Promise<void>;
  readonly disable: (deviceKey: string, reason: string) => Promise<void>;
  readonly enable: (deviceKey: string, reason: string) => Promise<void>;
  readonly unbind: (deviceKey: string, reason: string) => Promise<void>;
}

export interface LiftDeviceSources {
  readonly devices$: Observable<LoadState<readonly DeviceRow[]>>;
  readonly acts: DeviceActs;
}

/** Signs of life come without a push; this is how old the last one may look. */
const atLeastEveryMs = 15_000;
const mostCameras = 50;
const quiet = { quiet: true } as const;

/** A lift's devices as they are, and what a person may do to them. */
export function watchLiftDevices(
  { call, live: { events$, snapshotNeeded$ } }: FeatureDeps,
  elevatorId: number,
): LiftDeviceSources {
  const changed$ = new Subject<void>();
  const afterwards = async <Result>(act: Promise<Result>): Promise<Result> => {
    const result = await act;
    changed$.next();
    return result;
  };
  return {
    devices$: watchLatest(
      {
        load: () => call(deviceStatus, { elevator_id: elevatorId }, quiet),
        events$,
        concerns: (event) => isChangeOf(event, 'device') && event.elevator_id === elevatorId,
        reload$: merge(snapshotNeeded$, changed$),
      },
      { atLeastEveryMs },
    ),
    acts: {
      bind: (device) =>
        afterwards(
          call<Endpoint<z.ZodType, typeof deviceBind.output>>(
            deviceBind,
            { ...device, elevator_id: elevatorId },
            quiet,
          ),
        ),
      renewSecret: (deviceKey, reason) => afterwards(call(deviceSecretRenew, { device_key: deviceKey, reason }, quiet)),
      chooseTerminal: async (deviceKey) => {
        await afterwards(call(deviceBindRescue, { device_key: deviceKey, elevator_id: elevatorId }, quiet));
      },
      disable: async (deviceKey, reason) => {
        await afterwards(call(deviceDisable, { device_key: deviceKey, reason }, quiet));
      },
      enable: async (deviceKey, reason) => {
        await afterwards(call(deviceEnable, { device_key: deviceKey, reason }, quiet));
      },
      unbind: async (deviceKey, reason) => {
        await afterwards(call(deviceUnbind, { device_key: deviceKey, reason }, quiet));
      },
    },
  };
}

/** The cameras that are registered for a lift. */
export function watchLiftCameras(
  { call, live: { events$, snapshotNeeded$ } }: FeatureDeps,
  elevatorId: number,
): Observable<LoadState<readonly Camera[]>> {
  return watchLatest({
    load: async () =>
      (await call(cameraList, { elevator_id: elevatorId, page_size: mostCameras, order: 'asc' }, quiet)).list,
    events$,
    concerns: (event) => isChangeOf(event, 'device') && event.elevator_id === elevatorId,
    reload$: snapshotNeeded$,
  });
}
