import { parseTopic } from '../../src/contract/device.ts';
import { callForHelpKinds } from '../../src/contract/labels.ts';
import type { DeviceFacts } from '../domain/domain.ts';
import type { Clock } from '../runtime/clock.ts';
import { nothingToReceipt, type Delivery, type Taken } from './delivery.ts';
import type { FloodLimits } from './floodLimits.ts';
import type { GatewayCounters } from './gatewayStats.ts';
import { eventIdSchema, jsonOf } from './messageText.ts';
import type { SenderBrake } from './senderBrake.ts';
import { hasHelpMark } from './vendors/index.ts';

const callForHelpText = new RegExp(callForHelpKinds.join('|'), 'i');
const callForHelpMember = new RegExp(`"kind"\\s*:\\s*"\\s*(?:${callForHelpKinds.join('|')})`, 'i');

export interface QuarantineParts {
  readonly clock: Clock;
  readonly devices: Pick<DeviceFacts, 'findDevice' | 'quarantine'>;
  readonly floods: FloodLimits;
  readonly counters: GatewayCounters;
  readonly brake: SenderBrake;
}

/** Keeps what cannot be read or used, so that no call for help is lost in it. */
export class Quarantine {
  readonly #parts: QuarantineParts;

  constructor(parts: QuarantineParts) {
    this.#parts = parts;
  }

  /**
   * Quarantines a possible call for help that was published on a forbidden topic, within the sender's budget;
   * everything else from it is refused. The lift that the topic names did nothing: it is not charged and gets no
   * receipt.
   */
  async keepIfHelp(delivery: Delivery, reason: string): Promise<void> {
    const { floods, counters, clock } = this.#parts;
    const text = delivery.payload.toString('utf8');
    if (!couldBeHelp(delivery, text)) return;
    if (floods.allows(delivery.sender, 'refused', clock.monotonicMs())) await this.#keep(delivery, text, reason, true);
    else counters.droppedOther += 1;
  }

  /**
   * A device is charged for its own messages. Messages through a bridge or a broker are charged to a device only if it
   * is registered: other names can be invented endlessly.
   */
  #senderOf({ topic, sender, canWait }: Delivery): string {
    const deviceKey = canWait ? undefined : parseTopic(topic)?.deviceKey;
    return deviceKey !== undefined && this.#parts.devices.findDevice(deviceKey) !== undefined ? deviceKey : sender;
  }

  /**
   * Quarantined for administrators, and for dispatchers if someone may be calling for help; receipted, or the device
   * would repeat it forever.
   */
  async take(delivery: Delivery, reason: string, mayBeHelp = true): Promise<Taken> {
    const { floods, counters, clock } = this.#parts;
    const text = delivery.payload.toString('utf8');
    const deviceKey = parseTopic(delivery.topic)?.deviceKey;
    const isHelp = mayBeHelp && this.isPossibleHelp(delivery, text);
    const payer = this.#senderOf(delivery);
    if (isHelp) {
      await this.#parts.brake.slowDown('possibleHelp', delivery);
    } else if (!floods.allows(payer, 'unreadable', clock.monotonicMs())) {
      counters.droppedOther += 1;
      return nothingToReceipt;
    }
    await this.#keep(delivery, text, reason, isHelp);
    return receiptFor(deviceKey, delivery.payload);
  }

  /** By its words, or by a mark of the vendor's. */
  isPossibleHelp(delivery: Delivery, text: string): boolean {
    const deviceKey = parseTopic(delivery.topic)?.deviceKey ?? '';
    return couldBeHelp(delivery, text) || hasHelpMark(this.#parts.devices.findDevice(deviceKey)?.vendor, text);
  }

  async #keep(delivery: Delivery, payload: string, reason: string, isHelp: boolean): Promise<void> {
    await this.#parts.devices.quarantine({
      sender: this.#senderOf(delivery),
      topic: delivery.topic,
      payload,
      reason,
      couldBeHelp: isHelp,
    });
    this.#parts.counters.quarantined += 1;
  }
}

/** On an event topic, or one we do not know, the bare word is enough. */
function couldBeHelp({ topic }: Delivery, text: string): boolean {
  const channel = parseTopic(topic)?.channel;
  return channel === undefined || channel === 'event' ? callForHelpText.test(text) : callForHelpMember.test(text);
}

function receiptFor(deviceKey: string | undefined, payload: Buffer): Taken {
  const parsed = eventIdSchema.safeParse(jsonOf(payload));
  return deviceKey !== undefined && parsed.success ? { receipt: { deviceKey, id: parsed.data.id } } : {};
}
