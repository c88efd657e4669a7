import { shownCode } from '../../../src/contract/messageCodes.ts';
import { deviceLifecycle } from '../../../src/machines/deviceLifecycle.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { deviceActor } from '../actors.ts';
import { isLateReport } from '../clockTolerance.ts';
import { decide, type DecisionParts } from '../decide.ts';
import { beginDeviceStream, deviceStream } from './deviceStream.ts';
import type { BoundDevice, CodeReport, DeviceCode } from '../domain.ts';

/**
 * Writes that a code appeared, or that it is over. A report from just before the device was unbound says nothing about the lift.
 */
export async function recordCode(parts: DecisionParts, device: BoundDevice, report: CodeReport): Promise<void> {
  const { elevatorId, deviceKey } = device;
  const { kind, code, vendorCode, times, atMs, messageId } = report;
  const actor = deviceActor(deviceKey);
  const said = { elevatorId, code, vendorCode };
  const late = isLateReport(atMs, parts.clock.nowMs());
  await beginDeviceStream(parts, device, actor);
  await decide(parts, deviceLifecycle, {
    stream: deviceStream(deviceKey),
    actor,
    atMs,
    messageId,
    choose(state) {
      if (state.matches({ status: 'unbound' })) return undefined;
      return kind === 'cleared'
        ? { type: 'device.codeCleared', data: said }
        : { type: 'device.codeRaised', data: { ...said, late, ...(times === 1 ? {} : { times }) } };
    },
  });
}

/** The codes that stand, by device. */
export async function standingCodes({ rows }: EventStore): Promise<ReadonlyMap<string, readonly DeviceCode[]>> {
  const standing = new Map<string, DeviceCode[]>();
  const kept = await rows.selectFrom('device_codes').select(['device_key', 'vendor_code', 'code']).execute();
  for (const { device_key, vendor_code, code } of kept) {
    const codes = standing.get(device_key) ?? [];
    codes.push({ vendorCode: vendor_code, code });
    standing.set(device_key, codes);
  }
  return standing;
}

/** The codes that stand for a lift: ours, or the device's own where we do not know them. */
export async function standingCodesOf({ rows }: EventStore, elevatorId: number): Promise<readonly string[]> {
  const kept = await rows
    .selectFrom('device_codes')
    .select(['vendor_code', 'code'])
    .where('elevator_id', '=', elevatorId)
    .orderBy('vendor_code')
    .execute();
  return [...new Set(kept.map(({ vendor_code: vendorCode, code }) => shownCode({ code, vendorCode })))];
}
