import * as z from 'zod';
import {
  deviceCommandMessageSchema,
  deviceEventSchema,
  deviceReceiptSchema,
  deviceStatusSchema,
  parseTopic,
  type DeviceChannel,
} from '../../src/contract/device.ts';
import { callForHelpKinds } from '../../src/contract/labels.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Random } from '../runtime/random.ts';
import type { SimAccessoryDevice } from './simAccessory.ts';
import type { SimDevice } from './simDevice.ts';
import type { Send } from './simOutbox.ts';

/** The time that a device stays away after someone else used and switched it off. */
const awayMs = 120_000;
/** `npm run lift` says beside the status which codes hold, so that the simulated collector of the same lift does not deny them. */
const playedStatusSchema = z.object({ demo: z.object({ codes: z.array(z.string()) }) });
const anyEventSchema = z.object({ id: z.string() });

/** A camera or a screen, and when it is heard next. */
export interface Accessory {
  readonly device: SimAccessoryDevice;
  readonly send: Send;
  readonly periodMs: number;
  nextSignMs: number;
}

export interface CityMessagesParts {
  readonly clock: Clock;
  readonly random: Random;
  /** The ids of the city's own events begin with it. */
  readonly idPrefix: string;
  readonly flapping: string | undefined;
  readonly devices: ReadonlyMap<string, SimDevice>;
  readonly accessories: () => ReadonlyMap<string, Accessory>;
  readonly awayUntilMs: Map<string, number>;
  readonly isAway: (device: SimDevice) => boolean;
  readonly hasOwnLink: (deviceKey: string) => boolean;
  readonly sendOf: (device: SimDevice) => Send;
  readonly counts: { commands: number };
  readonly later: (delayMs: number, action: () => void) => void;
  readonly isClosed: () => boolean;
}

/** Returns the city's answer to what it hears over MQTT: receipts, commands, and what others say in the name of its lifts. */
export function createCityMessages(parts: CityMessagesParts): (topic: string, payload: Buffer) => void {
  const {
    clock,
    random,
    idPrefix,
    flapping,
    devices,
    accessories,
    awayUntilMs,
    isAway,
    hasOwnLink,
    sendOf,
    counts,
    later,
    isClosed,
  } = parts;
  const onCommand = (device: SimDevice, text: string) => {
    const command = parse(deviceCommandMessageSchema, text);
    if (command === undefined || isAway(device)) return;
    const send = sendOf(device);
    if (!device.take(command.command_id, send)) return;
    counts.commands += 1;
    later(400 + random.next() * 1_200, () =>
      device.carryOut(command.command_id, command.identifier, clock.nowMs(), sendOf(device)),
    );
  };
  const onAccessoryMessage = ({ device, send }: Accessory, channel: DeviceChannel, text: string) => {
    if (channel === 'receipt') device.receipted(parse(deviceReceiptSchema, text)?.id ?? '');
    const event = channel === 'event' ? parse(deviceEventSchema, text) : undefined;
    if (event?.kind === 'moto' && !event.id.startsWith(idPrefix)) device.follow(event.cleared !== true);
    const command = channel === 'command' ? parse(deviceCommandMessageSchema, text) : undefined;
    if (command === undefined) return;
    counts.commands += 1;
    device.take(command, send);
  };
  /** Someone plays this lift with a client of their own: the car follows. */
  const onForeignEvent = (device: SimDevice, text: string) => {
    if (parse(anyEventSchema, text)?.id.startsWith(idPrefix) !== false) return;
    const event = parse(deviceEventSchema, text);
    if (event?.kind === 'trapped' && event.cleared !== true) device.standStill(clock.nowMs());
    else if (event?.cleared === true && callForHelpKinds.some((kind) => kind === event.kind))
      device.model.release(clock.nowMs());
  };
  const onForeignStatus = (device: SimDevice, text: string) => {
    const { deviceKey } = device.lift;
    const played = parse(playedStatusSchema, text);
    if (played !== undefined) device.followCodes(played.demo.codes, clock.nowMs(), sendOf(device));
    if (parse(deviceStatusSchema, text)?.online === false && deviceKey !== flapping && !hasOwnLink(deviceKey))
      awayUntilMs.set(deviceKey, clock.nowMs() + awayMs);
  };

  return (topic: string, payload: Buffer) => {
    const parsed = parseTopic(topic);
    if (parsed === undefined || isClosed()) return;
    const text = payload.toString('utf8');
    const accessory = accessories().get(parsed.deviceKey);
    if (accessory !== undefined) onAccessoryMessage(accessory, parsed.channel, text);
    const device = devices.get(parsed.deviceKey);
    if (device === undefined) return;
    if (parsed.channel === 'receipt') device.receipted(parse(deviceReceiptSchema, text)?.id ?? '');
    else if (parsed.channel === 'command') onCommand(device, text);
    else if (parsed.channel === 'event') onForeignEvent(device, text);
    else if (parsed.channel === 'status') onForeignStatus(device, text);
  };
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
