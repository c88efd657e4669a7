import * as z from 'zod';
import { chineseIssue } from '../../src/contract/chineseIssue.ts';
import { deviceReplySchema, deviceStatusSchema, parseTopic, type DeviceTopic } from '../../src/contract/device.ts';
import { alarmPriorities, callForHelpKinds } from '../../src/contract/labels.ts';
import type { BoundDevice, CommandFacts, DeviceFacts } from '../domain/domain.ts';
import { NotFound, Refusal } from '../domain/refusal.ts';
import type { Clock } from '../runtime/clock.ts';
import type { FloodLimits } from './floodLimits.ts';
import type { GatewayCounters } from './gatewayStats.ts';
import type { FleetState } from '../telemetry/fleetState.ts';
import type { DevicePresence } from './presence.ts';
import { Turnstile } from '../runtime/turnstile.ts';
import { hasHelpMark, readEvent, readTelemetry } from './vendors/index.ts';

export interface Delivery {
  readonly topic: string;
  readonly payload: Buffer;
  /** Who pays for a flood where the topic names no device. */
  readonly sender: string;
  /** The sender speaks for itself alone, so that it may be slowed down without holding up others. */
  readonly canWait: boolean;
  readonly isLastWill: boolean;
  /** Kept by the broker from earlier: no sign of life. */
  readonly isRetained: boolean;
}

export interface Taken {
  /** The event id that may now be receipted to its device. */
  readonly receipt?: { readonly deviceKey: string; readonly id: string };
}

const nothingToReceipt: Taken = {};

export interface DeviceInboxParts {
  readonly clock: Clock;
  readonly devices: DeviceFacts;
  readonly commands: CommandFacts;
  readonly latest: FleetState;
  readonly presence: DevicePresence;
  readonly floods: FloodLimits;
  readonly counters: GatewayCounters;
  /** The device said that it is (again) ready for commands. */
  readonly onDeviceReady: (deviceKey: string) => void;
}

const callForHelpText = new RegExp(callForHelpKinds.join('|'), 'i');
const callForHelpMember = new RegExp(`"kind"\\s*:\\s*"\\s*(?:${callForHelpKinds.join('|')})`, 'i');
/** What is wrong with a message is read by dispatchers and administrators. */
const inChinese = { error: chineseIssue } as const;
const eventIdSchema = z.object({ id: z.string().min(1).max(100) });

/** Reads the text of a message as JSON; undefined is never JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const jsonOf = (payload: Buffer): unknown => parseJson(payload.toString('utf8'));

function explain(error: z.ZodError): string {
  return error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || '消息'}：${message}`).join('；');
}

/**
 * Takes in what devices say, whatever broker brought it: a promise that resolves has been kept (or may be forgotten) and is acknowledged;
 * one that rejects has not been kept, and the device must send it again.
 */
export class DeviceInbox {
  readonly #parts: DeviceInboxParts;
  /** Calls for help that are being slowed down. */
  readonly #waiting = new Set<() => void>();
  /** Enough for the store to write many at once; the rest waits here, where a call for help goes past it. */
  readonly #lesserEvents = new Turnstile(64);
  #isClosing = false;

  constructor(parts: DeviceInboxParts) {
    this.#parts = parts;
  }

  /** Slows nobody down any more: what is here is kept before the server stops. */
  close(): void {
    this.#isClosing = true;
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }

  /** A report is in memory at once and is answered without a promise: there are thousands of them a second. */
  take(delivery: Delivery): Taken | Promise<Taken> {
    const topic = parseTopic(delivery.topic);
    const device = topic === undefined ? undefined : this.#parts.devices.findDevice(topic.deviceKey);
    if (topic?.channel !== 'telemetry' || device === undefined) return this.#counted(this.#takeFact(topic, device, delivery));
    let problem: string | undefined;
    try {
      problem = this.#takeTelemetry(device, delivery.payload);
    } catch (error) {
      return this.#counted(Promise.reject(error));
    }
    return problem === undefined ? nothingToReceipt : this.#counted(this.#quarantine(delivery, problem));
  }

  /** A known device's report by the short way; false where `take` has more to do, for then something is wrong with it. */
  takeReport(deviceKey: string, payload: Buffer): boolean {
    const device = this.#parts.devices.findDevice(deviceKey);
    if (device === undefined) return false;
    try {
      return this.#takeTelemetry(device, payload) === undefined;
    } catch {
      // `take` meets it again, and tells.
      return false;
    }
  }

  async #counted(taking: Promise<Taken>): Promise<Taken> {
    try {
      return await taking;
    } catch (error) {
      this.#parts.counters.failed += 1;
      throw error;
    }
  }

  /** Keeps the cry of a device that may not publish where it did; everything else of it is refused. */
  async keepIfHelp(delivery: Delivery, reason: string): Promise<void> {
    if (couldBeHelp(delivery, delivery.payload.toString('utf8'))) await this.#quarantine(delivery, reason);
  }

  async #takeFact(topic: DeviceTopic | undefined, device: BoundDevice | undefined, delivery: Delivery): Promise<Taken> {
    if (topic === undefined) return this.#quarantine(delivery, '未知主题');
    if (device === undefined) return this.#quarantine(delivery, '设备未登记或未绑定电梯');
    switch (topic.channel) {
      case 'event':
        return this.#takeEvent(device, delivery);
      case 'status':
        return this.#takeStatus(device, delivery);
      case 'reply':
        return this.#takeReply(device, delivery);
      default:
        return this.#quarantine(delivery, '该主题只供服务器发布');
    }
  }

  /** Says why it cannot be read, if it cannot. */
  #takeTelemetry(device: BoundDevice, payload: Buffer): string | undefined {
    const { floods, counters, clock, latest } = this.#parts;
    const { deviceKey, elevatorId } = device;
    if (!floods.allows(deviceKey, 'telemetry', clock.nowMs())) {
      counters.droppedTelemetry += 1;
      this.#heard(device);
      return undefined;
    }
    const parsed = readTelemetry(device.vendor, jsonOf(payload));
    if (!parsed.success) return explain(parsed.error);
    counters.telemetry += 1;
    latest.put(elevatorId, { deviceKey, report: parsed.data, receivedAtMs: clock.nowMs() });
    this.#heard(device);
    return undefined;
  }

  async #takeStatus(device: BoundDevice, delivery: Delivery): Promise<Taken> {
    const { floods, counters, clock, presence, onDeviceReady } = this.#parts;
    const parsed = deviceStatusSchema.safeParse(jsonOf(delivery.payload), inChinese);
    if (!parsed.success) return this.#quarantine(delivery, explain(parsed.error));
    if (!floods.allows(device.deviceKey, 'status', clock.nowMs())) {
      counters.droppedOther += 1;
      return {};
    }
    counters.statuses += 1;
    if (!parsed.data.online) {
      presence.lost(device, delivery.isLastWill ? 'lastWill' : 'disconnected');
    } else if (!delivery.isRetained) {
      this.#heard(device);
      onDeviceReady(device.deviceKey);
    }
    return {};
  }

  async #takeEvent(device: BoundDevice, delivery: Delivery): Promise<Taken> {
    const { devices, floods, counters, clock } = this.#parts;
    const { deviceKey } = device;
    const parsed = readEvent(device.vendor, jsonOf(delivery.payload));
    if (!parsed.success) return this.#quarantine(delivery, explain(parsed.error));
    const message = parsed.data;
    this.#heard(device);
    const receipt = { deviceKey, id: message.id };
    if (alarmPriorities[message.kind] === 1) {
      await this.#slowDown(deviceKey, delivery);
    } else if (!floods.allows(deviceKey, 'lowPriority', clock.nowMs())) {
      counters.droppedEvents += 1;
      return { receipt };
    }
    const record = () => devices.recordEvent(device, message);
    const outcome = await (alarmPriorities[message.kind] === 1 ? record() : this.#lesserEvents.pass(record));
    counters.events += 1;
    if (outcome === 'repeated') counters.repeatedEvents += 1;
    return { receipt };
  }

  async #takeReply(device: BoundDevice, delivery: Delivery): Promise<Taken> {
    const { commands, floods, counters, clock } = this.#parts;
    const { deviceKey } = device;
    const parsed = deviceReplySchema.safeParse(jsonOf(delivery.payload), inChinese);
    if (!parsed.success) return this.#quarantine(delivery, explain(parsed.error));
    if (!floods.allows(deviceKey, 'reply', clock.nowMs())) {
      counters.droppedOther += 1;
      return {};
    }
    counters.replies += 1;
    this.#heard(device);
    const reply = parsed.data;
    try {
      if ('received' in reply) await commands.recordAcknowledged(deviceKey, reply.command_id);
      else await commands.recordResulted(deviceKey, reply.command_id, { code: reply.code, message: reply.message, data: reply.data });
    } catch (error) {
      // A repeated or late answer, or one about a command of another device: nothing to keep, nothing to repeat.
      if (!(error instanceof Refusal) && !(error instanceof NotFound)) throw error;
    }
    return {};
  }

  async #slowDown(sender: string, { canWait }: Delivery): Promise<void> {
    const { floods, counters, clock } = this.#parts;
    const delayMs = floods.urgentDelayMs(sender, clock.nowMs());
    if (delayMs <= 0 || !canWait || this.#isClosing) return;
    counters.delayedUrgent += 1;
    await new Promise<void>((resolve) => {
      const go = () => {
        cancel();
        this.#waiting.delete(go);
        resolve();
      };
      const cancel = clock.after(delayMs, go);
      this.#waiting.add(go);
    });
  }

  #heard(device: BoundDevice): void {
    const { floods, presence, clock } = this.#parts;
    presence.heard(device, floods.isBusy(device.deviceKey, clock.nowMs()) ? 2 : 1);
  }

  /** Kept where administrators see it, and dispatchers if somebody may be calling for help; receipted, or the device would repeat it for ever. */
  async #quarantine(delivery: Delivery, reason: string): Promise<Taken> {
    const { devices, floods, counters, clock } = this.#parts;
    const text = delivery.payload.toString('utf8');
    const deviceKey = parseTopic(delivery.topic)?.deviceKey;
    const isHelp = couldBeHelp(delivery, text) || hasHelpMark(devices.findDevice(deviceKey ?? '')?.vendor, text);
    const sender = deviceKey ?? delivery.sender;
    if (isHelp) {
      await this.#slowDown(sender, delivery);
    } else if (!floods.allows(sender, 'unreadable', clock.nowMs())) {
      counters.droppedOther += 1;
      return receiptFor(deviceKey, text);
    }
    await devices.quarantine({ topic: delivery.topic, payload: text, reason, couldBeHelp: isHelp });
    counters.quarantined += 1;
    return receiptFor(deviceKey, text);
  }
}

/** On an event topic, or one we do not know, the bare word is enough. */
function couldBeHelp({ topic }: Delivery, text: string): boolean {
  const channel = parseTopic(topic)?.channel;
  return channel === undefined || channel === 'event' ? callForHelpText.test(text) : callForHelpMember.test(text);
}

function receiptFor(deviceKey: string | undefined, text: string): Taken {
  const parsed = eventIdSchema.safeParse(parseJson(text));
  return deviceKey !== undefined && parsed.success ? { receipt: { deviceKey, id: parsed.data.id } } : {};
}
