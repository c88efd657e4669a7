import { parseTopic, topicOf, type DeviceTopic, type Telemetry } from '../../src/contract/device.ts';
import type { BoundDevice, DeviceCode } from '../domain/domain.ts';
import type { FleetWriter } from '../ports/fleetReader.ts';
import { isUnkeepable } from '../store/keepable.ts';
import { nothingToReceipt, type Delivery, type Taken } from './delivery.ts';
import type { CodesOfReport, DeviceCodes } from './deviceCodes.ts';
import { DeviceMessages, noteHeard, unkeepable, type DeviceMessagesParts } from './deviceMessages.ts';
import { DeferredReports } from './fastReports/deferredReports.ts';
import { explain, jsonOf, reading } from './messageText.ts';
import { Quarantine } from './quarantine.ts';
import { SenderBrake } from './senderBrake.ts';
import { hasHelpMark, readTelemetry, weightOf } from './vendors/index.ts';

/** A report, what it says of codes, and those that are a call for help and were not in the one before. */
interface ReadReport {
  readonly report: Telemetry;
  readonly said?: CodesOfReport;
  readonly alarms: readonly DeviceCode[];
}
type ReadByDevice = ReadReport | string | undefined;

export interface DeviceInboxParts extends DeviceMessagesParts {
  readonly latest: FleetWriter;
  readonly codes: DeviceCodes;
}

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
  readonly #messages: DeviceMessages;
  readonly #deferred = new DeferredReports();
  /** Devices whose pressed button the fast path has left for the broker, which has not handed it over yet. */
  readonly #pressed = new Set<string>();

  constructor(parts: DeviceInboxParts) {
    this.#parts = parts;
    this.#brake = new SenderBrake(parts);
    this.#quarantine = new Quarantine({ ...parts, brake: this.#brake });
    this.#messages = new DeviceMessages(parts, this.#brake, this.#quarantine);
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
      return this.#counted(this.#messages.take(topic, device, delivery));
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
    noteHeard(this.#parts, device);
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

  /** Returns the report, or the reason why it cannot be read as text; undefined for one that is too many and is dropped. */
  #readReport(device: BoundDevice, payload: Buffer): ReadByDevice {
    const { floods, counters, clock, codes } = this.#parts;
    if (!floods.allows(device.deviceKey, 'telemetry', clock.monotonicMs()) && !mayBeCall(device, payload)) {
      counters.droppedTelemetry += 1;
      noteHeard(this.#parts, device);
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
    noteHeard(this.#parts, device);
  }

  /** Someone presses the button, as the report says: recorded like any call for help. */
  async #takeAlarms(device: BoundDevice, delivery: Delivery, read: ReadReport): Promise<Taken> {
    this.#useReport(device, read);
    await this.#parts.codes.recordAlarms(device, read.alarms, read.report.at, (message) =>
      this.#messages.record(device, delivery, message),
    );
    return nothingToReceipt;
  }
}

/** A report that is too many by its device's rate is read all the same if its codes may be a call. */
const mayBeCall = ({ vendor }: BoundDevice, payload: Buffer): boolean =>
  payload.length <= longestMarkedReport && hasHelpMark(vendor, payload.toString('utf8'));
