import {
  deviceCommandPayloads,
  noticeCommandPayloads,
  topicOf,
  type DeviceCommandMessage,
} from '../../src/contract/device.ts';
import type { DeviceType } from '../../src/contract/deviceTypes.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { seededRandom } from '../runtime/random.ts';
import { drawCar, type Rider } from './picture/drawCar.ts';
import { SimOutbox, type Send } from './simOutbox.ts';

/** A camera or a screen of a lift: it has no car to report, and reports its own status. */
export interface SimAccessory {
  readonly elevatorId: number;
  /** The tag of its lift. */
  readonly tag: string;
  readonly deviceKey: string;
  readonly deviceType: Exclude<DeviceType, 'COL'>;
  readonly model: string;
  readonly firmware: string;
  readonly reportPeriodMs: number;
}

/** The way in which it takes commands, always the same. */
const tempers = ['obeys', 'refuses', 'late', 'twice'] as const;
export type Temper = (typeof tempers)[number];

const lateMs = { least: 20_000, most: 45_000 } as const;
const soonMs = { least: 400, most: 1_600 } as const;
/** From the receipt of the event to its picture. */
const pictureMs = { least: 800, most: 2_500 } as const;
/** Once the door is let go, until nothing is left to see. */
const leavingMs = { least: 15_000, most: 30_000 } as const;
const busy = { code: 3, message: '设备忙，请稍后重试' } as const;

/** The same for the same seed: seven of ten obey, one refuses, one answers late, one twice. */
export function temperOf(deviceKey: string, seed: number): Temper {
  const hash = Array.from(deviceKey).reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), seed);
  return seededRandom(hash).pickWeighted([
    ['obeys', 7],
    ['refuses', 1],
    ['late', 1],
    ['twice', 1],
  ]);
}

export interface SimAccessoryParts {
  readonly temper: Temper;
  /** In [0, 1). */
  readonly chance: () => number;
  readonly later: (delayMs: number, action: () => void) => void;
  readonly nowMs: () => number;
  readonly nextId: () => string;
  /** Sends the picture that belongs to an event; absent where there is no server to take it. */
  readonly sendPicture?: ((deviceKey: string, eventId: string, jpeg: Buffer) => void) | undefined;
}

type Command = Pick<DeviceCommandMessage, 'command_id' | 'identifier' | 'payload'>;

export class SimAccessoryDevice {
  readonly #accessory: SimAccessory;
  readonly #parts: SimAccessoryParts;
  readonly #answers = new Map<number, object>();
  readonly #outbox: SimOutbox;
  /** The picture of the event that waits for its receipt. */
  readonly #pictures = new Map<string, Rider>();
  #isHolding = false;
  /** Of a screen: the titles that it shows, by the notice's id. */
  readonly #notices = new Map<number, string>();

  constructor(accessory: SimAccessory, parts: SimAccessoryParts) {
    this.#accessory = accessory;
    this.#parts = parts;
    this.#outbox = new SimOutbox(accessory.deviceKey);
  }

  get outstandingEvents(): number {
    return this.#outbox.size;
  }

  /** It holds the door of its lift, because it sees what it takes for a scooter. */
  get isHolding(): boolean {
    return this.#isHolding;
  }

  /** Of a screen: the titles of the notices that it shows. */
  get notices(): readonly string[] {
    return [...this.#notices.values()];
  }

  get elevatorId(): number {
    return this.#accessory.elevatorId;
  }

  get isCamera(): boolean {
    return this.#accessory.deviceType === 'CAM';
  }

  sign(send: Send): void {
    const { deviceKey, model, firmware } = this.#accessory;
    send(topicOf(deviceKey, 'status'), { online: true, model, firmware }, 1);
  }

  /** It sees a scooter, or what it takes for one: it holds the door without being told and says so; the picture follows the receipt. */
  detect(rider: Rider, send: Send): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    this.#pictures.set(this.#say({ data: { door_hold: 1 } }, send), rider);
  }

  /** Another client speaks as this camera, or its event is from before: the door is held, or free. */
  follow(isHolding: boolean): void {
    this.#isHolding = isHolding;
  }

  /** Nothing stands in the door: the door is free, and the event over. */
  leave(send: Send): void {
    if (!this.#isHolding) return;
    this.#isHolding = false;
    this.#say({ cleared: true }, send);
  }

  repeat(nowMs: number, send: Send): void {
    this.#outbox.repeat(nowMs, send);
  }

  receipted(id: string): void {
    const rider = this.#pictures.get(id);
    if (!this.#outbox.receipted(id) || rider === undefined) return;
    this.#pictures.delete(id);
    const { later, nowMs, sendPicture } = this.#parts;
    const { deviceKey, tag } = this.#accessory;
    later(this.#between(pictureMs), () => sendPicture?.(deviceKey, id, drawCar({ rider, tag, atMs: nowMs() })));
  }

  /** A command that comes again is not carried out again; if it was answered, it is answered again. */
  take({ command_id: commandId, identifier, payload }: Command, send: Send): void {
    const { temper, later } = this.#parts;
    const topic = topicOf(this.#accessory.deviceKey, 'reply');
    send(topic, { command_id: commandId, received: true }, 1);
    const known = this.#answers.get(commandId);
    if (known !== undefined) {
      send(topic, known, 1);
      return;
    }
    // It never refuses the news that a rescue is over.
    const isRefused = temper === 'refuses' && identifier !== 'sos_status';
    const hold = identifier === 'door_hold' ? deviceCommandPayloads.door_hold.safeParse(payload).data : undefined;
    const answer = { command_id: commandId, ...(isRefused ? busy : { code: 0 }) };
    this.#answers.set(commandId, answer);
    later(this.#between(temper === 'late' ? lateMs : soonMs), () => {
      if (!isRefused && hold !== undefined) this.#holdDoor(hold.door_hold.status === 1, send);
      if (!isRefused) this.#takeNotice(identifier, payload);
      send(topic, answer, 1);
      if (temper === 'twice') send(topic, answer, 1);
    });
  }

  #takeNotice(identifier: string, payload: unknown): void {
    if (identifier === 'notice_show') {
      const shown = noticeCommandPayloads.notice_show.safeParse(payload).data;
      if (shown !== undefined) this.#notices.set(shown.id, shown.title);
    }
    if (identifier === 'notice_recall')
      this.#notices.delete(noticeCommandPayloads.notice_recall.safeParse(payload).data?.id ?? 0);
  }

  #holdDoor(isHeld: boolean, send: Send): void {
    if (isHeld) this.#isHolding = true;
    else if (this.#isHolding) this.#parts.later(this.#between(leavingMs), () => this.leave(send));
  }

  /** Returns the event's id. */
  #say(event: object, send: Send): string {
    const { nowMs, nextId } = this.#parts;
    const id = nextId();
    this.#outbox.put(id, { id, at: toWireTime(nowMs()), kind: 'moto', ...event }, nowMs(), send);
    return id;
  }

  #between({ least, most }: { readonly least: number; readonly most: number }): number {
    return least + this.#parts.chance() * (most - least);
  }
}
