import { streamName } from '../../../src/contract/streamName.ts';
import { deviceLifecycle } from '../../../src/machines/deviceLifecycle.ts';
import type { EventActor } from '../../store/eventStore.ts';
import { decide, type DecisionParts } from '../decide.ts';
import type { BoundDevice } from '../domain.ts';

export const deviceStream = (deviceKey: string): string => streamName('device', deviceKey);

/**
 * The stream of a device that base data had before the log did begins with its binding. A stream that exists is left
 * alone: what a device said a moment before it was unbound must not bind it again.
 */
export async function beginDeviceStream(
  parts: DecisionParts,
  { deviceKey, elevatorId, deviceType, reportPeriodMs }: BoundDevice,
  actor: EventActor,
): Promise<void> {
  await decide(parts, deviceLifecycle, {
    stream: deviceStream(deviceKey),
    actor,
    choose: (_state, version) =>
      version === 0
        ? {
            type: 'device.bound',
            data: { deviceKey, elevatorId, deviceType, reportPeriodSeconds: reportPeriodMs / 1_000 },
          }
        : undefined,
  });
}
