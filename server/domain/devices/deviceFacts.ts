import type { DeviceEventMessage } from '../../../src/contract/device.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { deviceLifecycle, deviceLoadIndex } from '../../../src/machines/deviceLifecycle.ts';
import { flappingFlips, type DeviceSnapshot } from '../../../src/machines/deviceMachine.ts';
import type { EventDraft } from '../../../src/machines/lifecycle.ts';
import { KeyedTurns } from '../../runtime/keyedTurns.ts';
import type { EventActor } from '../../store/eventStore.ts';
import { deviceActor, gatewayActor } from '../actors.ts';
import { createAlarmReports } from '../records/alarmReports.ts';
import { decide, type DecisionParts } from '../decide.ts';
import type { LiftConditionParts } from '../city/liftCondition.ts';
import { beginDeviceStream } from './deviceStream.ts';
import type { Directory } from '../city/directory.ts';
import type { BoundDevice, DeviceFacts, IncidentRecorder, Settings } from '../domain.ts';
import { recordCode, standingCodes } from './deviceCodes.ts';
import { keepDescription } from './deviceDescriptions.ts';
import { NoticesOfPossibleHelp } from './possibleHelp.ts';
import { Quarantine } from './quarantine.ts';
import { SelfTests } from './selfTests.ts';

export interface DeviceFactsParts extends DecisionParts {
  readonly directory: Directory;
  readonly settings: Settings;
  readonly recorder?: IncidentRecorder | undefined;
  readonly fleet?: LiftConditionParts['fleet'];
}

/** `close` writes what is still in memory. */
export function createDeviceFacts(parts: DeviceFactsParts): DeviceFacts & { close(): Promise<void> } {
  const { store, clock, directory } = parts;
  const quarantine = new Quarantine(parts);
  const possibleHelp = new NoticesOfPossibleHelp(parts);
  const clearings = new KeyedTurns();

  const selfTests = new SelfTests(parts);
  const described = new Map<string, string>();

  async function recordState(
    device: BoundDevice,
    actor: EventActor,
    draft: EventDraft,
    isNews: (status: number, load: number) => boolean,
  ): Promise<void> {
    const stream = streamName('device', device.deviceKey);
    const wish = (choose: (state: DeviceSnapshot) => EventDraft | undefined) =>
      decide(parts, deviceLifecycle, { stream, actor, choose });
    await beginDeviceStream(parts, device, actor);
    const { result } = await wish((state) =>
      // A report from just before the device was unbound says nothing about the lift.
      !state.matches({ status: 'unbound' }) && isNews(deviceLifecycle.statusIndex(state), deviceLoadIndex(state))
        ? draft
        : undefined,
    );
    if (result === undefined) return;
    await wish((state) => {
      const flapped = { type: 'device.flapped', data: { flips: flappingFlips } };
      const nowMs = clock.nowMs();
      return deviceLifecycle.can(
        state,
        deviceLifecycle.parseEvent({ ...flapped, actor, atMs: nowMs, receivedAtMs: nowMs }),
      )
        ? flapped
        : undefined;
    });
  }

  /** In sequence for each device: its kinds of alarm share its stream. */
  const recordClearedNothing = (device: BoundDevice, message: DeviceEventMessage, messageId: string) =>
    clearings.run(device.deviceKey, () => appendClearedNothing(device, message, messageId));

  async function appendClearedNothing(
    device: BoundDevice,
    message: DeviceEventMessage,
    messageId: string,
  ): Promise<'recorded' | 'repeated'> {
    const actor = deviceActor(device.deviceKey);
    await beginDeviceStream(parts, device, actor);
    const { result } = await decide(parts, deviceLifecycle, {
      stream: streamName('device', device.deviceKey),
      actor,
      atMs: message.at,
      messageId,
      choose: () => ({ type: 'device.clearedNothing', data: { deviceEventId: message.id, kind: message.kind } }),
    });
    return result?.repeated === true ? 'repeated' : 'recorded';
  }

  const alarms = createAlarmReports({ ...parts, recordClearedNothing });

  return {
    findDevice: (deviceKey) => directory.device(deviceKey),
    secretVersionOf: (deviceKey) => directory.secretVersionOf(deviceKey),
    listDevices: () => directory.devices(),

    async recordedPresence() {
      const rows = await store.rows
        .selectFrom('device_states')
        .select(['device_key', 'status', 'load'])
        .where('status', 'in', [1, 2])
        .execute();
      return new Map(
        rows.map(({ device_key, status, load }) => [
          device_key,
          { isOnline: status === 1, load: load === 1 || load === 2 ? load : 0 },
        ]),
      );
    },

    recordEvent: (device, message) => alarms.recordEvent(device, message),

    async recordReported(device, load) {
      const known = await store.rows
        .selectFrom('device_states')
        .select(['status', 'load'])
        .where('device_key', '=', device.deviceKey)
        .executeTakeFirst();
      if (known !== undefined && known.status === 1 && known.load === load) return;
      await recordState(
        device,
        deviceActor(device.deviceKey),
        { type: 'device.reported', data: { load } },
        (status, current) => status !== 3 && (status !== 1 || current !== load),
      );
    },

    async recordDescribed({ deviceKey }, { model, firmware }) {
      const text = JSON.stringify([model, firmware]);
      if (described.get(deviceKey) === text) return;
      const kept = await store.rows
        .selectFrom('device_descriptions')
        .select(['model', 'firmware'])
        .where('device_key', '=', deviceKey)
        .executeTakeFirst();
      if (kept !== undefined && kept.model === model && kept.firmware === firmware) {
        described.set(deviceKey, text);
        return;
      }
      await keepDescription(store, deviceKey, { model, firmware, described_at_ms: clock.nowMs() });
      described.set(deviceKey, text);
    },

    recordedCodes: () => standingCodes(store),
    recordCode: (device, report) => recordCode(parts, device, report),
    recordSelfTest: (device, atMs) => selfTests.record(device, atMs),

    async recordLost(device, cause) {
      await recordState(device, gatewayActor, { type: 'device.lost', data: { cause } }, (status) => status === 1);
    },

    async recordSilent(device, missedPeriods) {
      await recordState(
        device,
        gatewayActor,
        { type: 'device.silent', data: { missedPeriods } },
        (status) => status === 1,
      );
    },

    async quarantine(message) {
      await quarantine.keep(message);
      if (message.couldBeHelp) await possibleHelp.tell(message.sender, message.reason);
    },

    close: () => alarms.close(),
  };
}
