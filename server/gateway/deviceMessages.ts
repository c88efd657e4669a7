import {
  deviceReplySchema,
  deviceStatusSchema,
  probeDeviceKey,
  type DeviceEventMessage,
  type DeviceTopic,
} from '../../src/contract/device.ts';
import { alarmPriorityOf } from '../../src/contract/labels.ts';
import type { BoundDevice, DeviceFacts } from '../domain/domain.ts';
import { NotFound, Refusal } from '../domain/refusal.ts';
import type { CommandQueue } from '../ports/commandQueue.ts';
import type { Clock } from '../runtime/clock.ts';
import { isUnkeepable } from '../store/keepable.ts';
import { nothingToReceipt, type Delivery, type Taken } from './delivery.ts';
import type { FloodLimits } from './floodLimits.ts';
import type { GatewayCounters } from './gatewayStats.ts';
import type { LesserEvents } from './lesserEvents.ts';
import { eventIdSchema, explain, inChinese, jsonOf, reading, withoutData } from './messageText.ts';
import type { DevicePresence } from './presence.ts';
import type { Quarantine } from './quarantine.ts';
import type { SenderBrake } from './senderBrake.ts';
import { readEvent } from './vendors/index.ts';

export interface DeviceMessagesParts {
  readonly clock: Clock;
  readonly devices: DeviceFacts;
  readonly commands: CommandQueue;
  readonly presence: DevicePresence;
  readonly floods: FloodLimits;
  readonly counters: GatewayCounters;
  /** The queue of alarms of priority 2 and 3, which those of priority 1 overtake. */
  readonly lesserEvents: LesserEvents;
  /** Keeps the synthetic call in the log; false if it is not one of ours. */
  readonly onProbe?: ((probeId: string) => Promise<boolean>) | undefined;
  /** The device reported that it is (again) ready for commands. */
  readonly onDeviceReady: (deviceKey: string) => void;
}

/** The reason of the quarantine for what the store cannot keep. */
export const unkeepable = '内容无法保存';

/** Notes a sign of life of the device; one that sends much counts as busy. */
export function noteHeard(
  { floods, presence, clock }: Pick<DeviceMessagesParts, 'floods' | 'presence' | 'clock'>,
  device: BoundDevice,
): void {
  presence.heard(device, floods.isBusy(device.deviceKey, clock.monotonicMs()) ? 2 : 1);
}

/** Handles events, statuses and replies of devices: what they say is stored before they are acknowledged. */
export class DeviceMessages {
  readonly #parts: DeviceMessagesParts;
  readonly #brake: SenderBrake;
  readonly #quarantine: Quarantine;

  constructor(parts: DeviceMessagesParts, brake: SenderBrake, quarantine: Quarantine) {
    this.#parts = parts;
    this.#brake = brake;
    this.#quarantine = quarantine;
  }

  /**
   * Quarantines and acknowledges a message that can never be kept, like anything else that is wrong: sent again, it would only fail again.
   * What fails for another reason comes again, and may be heard then.
   */
  async take(topic: DeviceTopic | undefined, device: BoundDevice | undefined, delivery: Delivery): Promise<Taken> {
    try {
      return await this.#takeFact(topic, device, delivery);
    } catch (error) {
      if (isUnkeepable(error)) return this.#quarantine.take(delivery, unkeepable);
      throw error;
    }
  }

  async #takeFact(topic: DeviceTopic | undefined, device: BoundDevice | undefined, delivery: Delivery): Promise<Taken> {
    if (topic === undefined) return this.#quarantine.take(delivery, '未知主题');
    if (topic.deviceKey === probeDeviceKey && topic.channel === 'event') {
      const taken = await this.#takeProbe(delivery);
      if (taken !== undefined) return taken;
    }
    if (device === undefined) return this.#quarantine.take(delivery, '设备未登记或未绑定电梯');
    if (device.isDisabled) return this.#takeDisabled(topic, delivery);
    switch (topic.channel) {
      case 'event':
        return this.#takeEvent(device, delivery);
      case 'status':
        return this.#takeStatus(device, delivery);
      case 'reply':
        return this.#takeReply(device, delivery);
      default:
        return this.#quarantine.take(delivery, '该主题只供服务器发布');
    }
  }

  /**
   * Through a bridge or an outside broker, or just before its connection was closed. Someone may be calling all the
   * same; what else it says is not used, and an event is receipted, so that the device does not repeat it forever.
   */
  async #takeDisabled({ channel }: DeviceTopic, delivery: Delivery): Promise<Taken> {
    if (channel === 'event' || this.#quarantine.isPossibleHelp(delivery, delivery.payload.toString('utf8')))
      return this.#quarantine.take(delivery, '设备已禁用');
    this.#parts.counters.droppedOther += 1;
    return nothingToReceipt;
  }

  /** The synthetic call comes the way of every other, and is receipted when it is in the log. */
  async #takeProbe({ payload }: Delivery): Promise<Taken | undefined> {
    const call = eventIdSchema.safeParse(jsonOf(payload)).data;
    if (call === undefined || (await this.#parts.onProbe?.(call.id)) !== true) return undefined;
    return { receipt: { deviceKey: probeDeviceKey, id: call.id } };
  }

  async #takeStatus(device: BoundDevice, delivery: Delivery): Promise<Taken> {
    const { floods, counters, clock, presence, onDeviceReady } = this.#parts;
    const parsed = reading(() => deviceStatusSchema.safeParse(jsonOf(delivery.payload), inChinese));
    if (!parsed.success) return this.#quarantine.take(delivery, explain(parsed.error));
    if (!floods.allows(device.deviceKey, 'status', clock.monotonicMs())) {
      counters.droppedOther += 1;
      return {};
    }
    counters.statuses += 1;
    const { model = '', firmware = '', self_test_at: selfTestAtMs } = parsed.data;
    if (!delivery.isRetained && (model !== '' || firmware !== ''))
      await this.#parts.devices.recordDescribed(device, { model, firmware });
    if (!delivery.isRetained && selfTestAtMs !== undefined)
      await this.#parts.devices.recordSelfTest(device, selfTestAtMs);
    if (!parsed.data.online) {
      presence.lost(device, delivery.isLastWill ? 'lastWill' : 'disconnected');
    } else if (!delivery.isRetained) {
      noteHeard(this.#parts, device);
      onDeviceReady(device.deviceKey);
    }
    return {};
  }

  async #takeEvent(device: BoundDevice, delivery: Delivery): Promise<Taken> {
    const json = jsonOf(delivery.payload);
    const parsed = reading(() => readEvent(device.vendor, json));
    if (!parsed.success) {
      const reason = explain(parsed.error);
      const bare = reading(() => readEvent(device.vendor, withoutData(json)));
      if (!bare.success) return this.#quarantine.take(delivery, reason);
      // A call is heard even where what the device adds to it cannot be kept.
      const taken = await this.#takeReadEvent(device, delivery, bare.data);
      await this.#quarantine.take(delivery, reason, false);
      return taken;
    }
    return this.#takeReadEvent(device, delivery, parsed.data);
  }

  async #takeReadEvent(device: BoundDevice, delivery: Delivery, message: DeviceEventMessage): Promise<Taken> {
    noteHeard(this.#parts, device);
    return this.record(device, delivery, message);
  }

  /** Records an event, also one that the codes of a report stand for. */
  async record(device: BoundDevice, delivery: Delivery, message: DeviceEventMessage): Promise<Taken> {
    const { devices, floods, counters, clock, lesserEvents } = this.#parts;
    const { deviceKey } = device;
    const receipt = { deviceKey, id: message.id };
    // That something urgent is over is not urgent.
    const isUrgent = alarmPriorityOf(message) === 1 && message.cleared !== true;
    if (isUrgent) {
      await this.#brake.slowDown('urgent', delivery);
    } else if (!floods.allows(deviceKey, 'lowPriority', clock.monotonicMs())) {
      counters.droppedEvents += 1;
      // Only what was stored is receipted: the device repeats this, and it is stored when its rate allows (docs/decisions/0013).
      return nothingToReceipt;
    }
    const record = () => devices.recordEvent(device, message);
    const outcome = await (isUrgent
      ? lesserEvents.goPast(record)
      : lesserEvents.pass(delivery.connection ?? deviceKey, record));
    if (outcome === 'noLift') return this.#quarantine.take(delivery, '设备绑定的电梯不在基础数据中');
    if (outcome === 'tooMany') {
      counters.droppedEvents += 1;
      return nothingToReceipt;
    }
    counters.events += 1;
    if (outcome === 'repeated') counters.repeatedEvents += 1;
    return { receipt };
  }

  async #takeReply(device: BoundDevice, delivery: Delivery): Promise<Taken> {
    const { commands, floods, counters, clock } = this.#parts;
    const { deviceKey } = device;
    const parsed = reading(() => deviceReplySchema.safeParse(jsonOf(delivery.payload), inChinese));
    if (!parsed.success) return this.#quarantine.take(delivery, explain(parsed.error));
    if (!floods.allows(deviceKey, 'reply', clock.monotonicMs())) {
      counters.droppedOther += 1;
      return {};
    }
    counters.replies += 1;
    noteHeard(this.#parts, device);
    const reply = parsed.data;
    try {
      if ('received' in reply) await commands.recordAcknowledged(deviceKey, reply.command_id);
      else
        await commands.recordResulted(deviceKey, reply.command_id, {
          code: reply.code,
          message: reply.message,
          data: reply.data,
        });
    } catch (error) {
      // A repeated or late reply, or one to another device's command: nothing to store, nothing to repeat.
      if (!(error instanceof Refusal) && !(error instanceof NotFound)) throw error;
    }
    return {};
  }
}
