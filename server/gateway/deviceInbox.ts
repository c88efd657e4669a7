import {
  deviceReplySchema,
  deviceStatusSchema,
  parseTopic,
  probeDeviceKey,
  topicOf,
  type DeviceEventMessage,
  type DeviceTopic,
  type Telemetry,
} from '../../src/contract/device.ts';
import { alarmPriorityOf } from '../../src/contract/labels.ts';
import type { BoundDevice, DeviceCode, DeviceFacts } from '../domain/domain.ts';
import type { CommandQueue } from '../ports/commandQueue.ts';
import { NotFound, Refusal } from '../domain/refusal.ts';
import type { Clock } from '../runtime/clock.ts';
import { isUnkeepable } from '../store/keepable.ts';
import type { FleetWriter } from '../ports/fleetReader.ts';
import { DeferredReports } from './fastReports/deferredReports.ts';
import { nothingToReceipt, type Delivery, type Taken } from './delivery.ts';
import type { CodesOfReport, DeviceCodes } from './deviceCodes.ts';
import type { FloodLimits } from './floodLimits.ts';
import type { GatewayCounters } from './gatewayStats.ts';
import type { LesserEvents } from './lesserEvents.ts';
import { eventIdSchema, explain, inChinese, jsonOf, reading, withoutData } from './messageText.ts';
import type { DevicePresence } from './presence.ts';
import { Quarantine } from './quarantine.ts';
import { SenderBrake } from './senderBrake.ts';
import { hasHelpMark, readEvent, readTelemetry, weightOf } from './vendors/index.ts';

/** A report, what it says of codes, and those that are a call for help and were not in the one before. */
interface ReadReport {
  readonly report: Telemetry;
  readonly said?: CodesOfReport;
  readonly alarms: readonly DeviceCode[];
}
type ReadByDevice = ReadReport | string | undefined;

export interface DeviceInboxParts {
  readonly clock: Clock;
  readonly devices: DeviceFacts;
  readonly commands: CommandQueue;
  readonly latest: FleetWriter;
  readonly presence: DevicePresence;
  readonly floods: FloodLimits;
  readonly counters: GatewayCounters;
  readonly codes: DeviceCodes;
  /** The queue of alarms of priority 2 and 3, which those of priority 1 overtake. */
  readonly lesserEvents: LesserEvents;
  /** Keeps the synthetic call in the log; false if it is not one of ours. */
  readonly onProbe?: ((probeId: string) => Promise<boolean>) | undefined;
  /** The device reported that it is (again) ready for commands. */
  readonly onDeviceReady: (deviceKey: string) => void;
}

const unkeepable = '内容无法保存';
/** A report is a few hundred bytes; more of a flood is not searched. */
const longestMarkedReport = 4_096;

/**
 * Handles messages from devices, from either broker: when the promise resolves the message has been stored (or may be
 * forgotten) and is acknowledged; when it rejects the message has not been stored, and the device must send it again.
 */
export class DeviceInbox {
  readonly #parts: DeviceInboxParts;
  readonly #brake: SenderBrake;
  /** Messages that could not be read or used, for a person to look at. */
  readonly #quarantine: Quarantine;
  readonly #deferred = new DeferredReports();
  /** Devices whose pressed button the fast path has left for the broker, which has not handed it over yet. */
  readonly #pressed = new Set<string>();

  constructor(parts: DeviceInboxParts) {
    this.#parts = parts;
    this.#brake = new SenderBrake(parts);
    this.#quarantine = new Quarantine({ ...parts, brake: this.#brake });
  }

  /** Stops slowing senders down: what has arrived is stored before the server stops. */
  close(): void {
    this.#brake.close();
  }

  /** A report is in memory immediately and needs no promise: there are thousands a second. */
  take(delivery: Delivery): Taken | Promise<Taken> {
    const topic = parseTopic(delivery.topic);
    const device = topic === undefined ? undefined : this.#parts.devices.findDevice(topic.deviceKey);
    if (topic !== undefined && (this.#deferred.size > 0 || this.#pressed.size > 0)) this.#catchUp(topic);
    if (topic?.channel !== 'telemetry' || device === undefined || device.isDisabled)
      return this.#counted(this.#takeKeepable(topic, device, delivery));
    let read: ReadByDevice;
    try {
      read = this.#readReport(device, delivery.payload);
    } catch (error) {
      return this.#counted(isUnkeepable(error) ? this.#quarantine.take(delivery, unkeepable) : Promise.reject(error));
    }
    if (typeof read === 'string') return this.#counted(this.#quarantine.take(delivery, read));
    if (read === undefined) return nothingToReceipt;
    if (read.said !== undefined && read.said.codes.length > 0) this.#giveUpDeferred(device.deviceKey);
    if (read.alarms.length > 0) return this.#counted(this.#takeAlarms(device, delivery, read));
    this.#useReport(device, read);
    return nothingToReceipt;
  }

  /** Handles a known device's report by the fast path; false if something is wrong with it and `take` has to handle it. */
  takeReport(deviceKey: string, payload: Buffer): boolean {
    const device = this.#parts.devices.findDevice(deviceKey);
    if (device === undefined || device.isDisabled) return false;
    if (this.#deferred.size > 0) this.#giveUpDeferred(deviceKey);
    try {
      const read = this.#readReport(device, payload);
      if (typeof read === 'string') return false;
      if (read === undefined) return true;
      // A call for help is acknowledged after it is stored, and not on this path.
      if (read.alarms.length > 0) {
        this.#pressed.add(deviceKey);
        return false;
      }
      this.#useReport(device, read);
      return true;
    } catch {
      // `take` will hit the error again and report it.
      return false;
    }
  }

  /**
   * While there is no time for them: remembers a report in place of the device's older one, at a fraction of what it costs to handle. False
   * if it cannot wait, because it may say more than how the lift is at this moment.
   */
  deferReport(deviceKey: string, payload: Buffer, { sender, canWait }: Pick<Delivery, 'sender' | 'canWait'>): boolean {
    const { devices, counters, codes } = this.#parts;
    const device = devices.findDevice(deviceKey);
    if (device === undefined || device.isDisabled) return false;
    const text = payload.toString('utf8');
    const weight = weightOf(device.vendor, text);
    if (weight === 'something') return false;
    // That the button was let go between two presses makes the second a new call.
    if (weight === 'noCodes' && (this.#pressed.has(deviceKey) || !codes.hasNone(device))) return false;
    counters.deferredTelemetry += 1;
    if (this.#deferred.put({ deviceKey, text, sender, canWait })) counters.shedTelemetry += 1;
    this.#heard(device);
    return true;
  }

  /** The number of devices whose reports wait for time. */
  get deferred(): number {
    return this.#deferred.size;
  }

  /** Handles reports that waited, for as long as `mayGoOn` says; `takeSlowly` gets those that the fast path leaves. */
  handleDeferred(mayGoOn: () => boolean, takeSlowly: (delivery: Delivery) => void): void {
    this.#deferred.drain(mayGoOn, ({ deviceKey, text, sender, canWait }) => {
      const payload = Buffer.from(text);
      if (this.takeReport(deviceKey, payload)) return;
      const topic = topicOf(deviceKey, 'telemetry');
      takeSlowly({ topic, payload, sender, canWait, isLastWill: false, isRetained: false });
    });
  }

  /** It was unbound, disabled or enabled: what it said before is not used. */
  forget(deviceKey: string): void {
    this.#deferred.remove(deviceKey);
    this.#pressed.delete(deviceKey);
  }

  /** Handles the device's deferred report before its newer message. */
  #catchUp({ deviceKey, channel }: DeviceTopic): void {
    if (channel === 'telemetry') {
      // By its own time the deferred report is older or newer than this one, and so is seen for what it is when it is handled.
      this.#pressed.delete(deviceKey);
      return;
    }
    const report = this.#deferred.remove(deviceKey);
    if (report !== undefined && !this.takeReport(deviceKey, Buffer.from(report.text)))
      this.#parts.counters.droppedOther += 1;
  }

  #giveUpDeferred(deviceKey: string): void {
    if (this.#deferred.remove(deviceKey) !== undefined) this.#parts.counters.shedTelemetry += 1;
  }

  async #counted(taking: Promise<Taken>): Promise<Taken> {
    try {
      return await taking;
    } catch (error) {
      this.#parts.counters.failed += 1;
      throw error;
    }
  }

  /** See `Quarantine.keepIfHelp`. */
  keepIfHelp(delivery: Delivery, reason: string): Promise<void> {
    return this.#quarantine.keepIfHelp(delivery, reason);
  }

  /** Quarantines a message that kept failing for an unknown reason; rejects while that fails too. */
  setAside(delivery: Delivery): Promise<Taken> {
    return this.#counted(this.#quarantine.take(delivery, '多次尝试仍无法处理'));
  }

  /**
   * Quarantines and acknowledges a message that can never be kept, like anything else that is wrong: sent again, it would only fail again.
   * What fails for another reason comes again, and may be heard then.
   */
  async #takeKeepable(
    topic: DeviceTopic | undefined,
    device: BoundDevice | undefined,
    delivery: Delivery,
  ): Promise<Taken> {
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

  /** Returns the report, or the reason why it cannot be read as text; undefined for one that is too many and is dropped. */
  #readReport(device: BoundDevice, payload: Buffer): ReadByDevice {
    const { floods, counters, clock, codes } = this.#parts;
    if (!floods.allows(device.deviceKey, 'telemetry', clock.monotonicMs()) && !mayBeCall(device, payload)) {
      counters.droppedTelemetry += 1;
      this.#heard(device);
      return undefined;
    }
    const parsed = reading(() => readTelemetry(device.vendor, jsonOf(payload)));
    if (!parsed.success) return explain(parsed.error);
    // Only a collector speaks of the lift's codes.
    if (parsed.codes === undefined || device.deviceType !== 'COL') return { report: parsed.data, alarms: [] };
    const said = { atMs: parsed.data.at, codes: parsed.codes };
    return { report: parsed.data, said, alarms: codes.newAlarms(device, said) };
  }

  #useReport(device: BoundDevice, { report, said }: ReadReport): void {
    const { counters, clock, latest, codes } = this.#parts;
    const { deviceKey, deviceType, elevatorId } = device;
    counters.telemetry += 1;
    // A camera or a screen knows nothing of the car, and must not say anything about it.
    if (deviceType !== 'CAM' && deviceType !== 'SCR')
      latest.put(elevatorId, { deviceKey, report, receivedAtMs: clock.nowMs() });
    if (said !== undefined) codes.take(device, said);
    this.#heard(device);
  }

  /** Someone presses the button, as the report says: recorded like any call for help. */
  async #takeAlarms(device: BoundDevice, delivery: Delivery, read: ReadReport): Promise<Taken> {
    this.#useReport(device, read);
    await this.#parts.codes.recordAlarms(device, read.alarms, read.report.at, (message) =>
      this.#recordMessage(device, delivery, message),
    );
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
      this.#heard(device);
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
    this.#heard(device);
    return this.#recordMessage(device, delivery, message);
  }

  async #recordMessage(device: BoundDevice, delivery: Delivery, message: DeviceEventMessage): Promise<Taken> {
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
    this.#heard(device);
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

  #heard(device: BoundDevice): void {
    const { floods, presence, clock } = this.#parts;
    presence.heard(device, floods.isBusy(device.deviceKey, clock.monotonicMs()) ? 2 : 1);
  }
}

/** A report that is too many by its device's rate is read all the same if its codes may be a call. */
const mayBeCall = ({ vendor }: BoundDevice, payload: Buffer): boolean =>
  payload.length <= longestMarkedReport && hasHelpMark(vendor, payload.toString('utf8'));
