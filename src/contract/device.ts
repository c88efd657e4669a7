import * as z from 'zod';
import { alarmKinds, doorStates, type DoorState } from './labels.ts';
import { mostCodeLetters, mostCodes } from './messageCodes.ts';
import { escapedJson, escapedRecord, escapeText, idText } from './text.ts';

/** A time from a device; devices' clocks may be wrong, so it is stored as sent. */
const deviceTime = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** Smallest and largest: floors, people, m/s, kg. */
const bounds = {
  serviceMode: [0, 7],
  floor: [-20, 300],
  people: [0, 200],
  speed: [-30, 30],
  load: [0, 50_000],
} as const;
type Bounds = readonly [least: number, most: number];
const within = ([least, most]: Bounds) => z.number().min(least).max(most);

/** The value that stands for a code that is neither text nor a number: it is unknown, and is shown as such. */
const unreadableCode = '?';

/** Printable ASCII and Chinese characters; a number as two digits at least. */
function codeOf(value: unknown): string {
  if (typeof value === 'number') return String(value).padStart(2, '0').slice(0, mostCodeLetters);
  if (typeof value !== 'string') return unreadableCode;
  const text = value.trim().slice(0, mostCodeLetters);
  return text.replace(/[^\x20-\x7E\u4E00-\u9FFF]/g, unreadableCode);
}

/** A button that is pressed is not lost among too many other codes. */
const mayBeHelp = (code: string): boolean => code.startsWith('9');

/**
 * The message codes of a report in whatever form a vendor sends them, each once and at most 20: a strange one costs neither
 * the others nor the report. Null says nothing about codes.
 */
export const reportedCodes = z.unknown().transform((value): string[] | undefined => {
  if (value === undefined || value === null) return undefined;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const codes = [...new Set(list.map(codeOf))].filter((code) => code !== '');
  return codes.length <= mostCodes
    ? codes
    : [...codes.filter(mayBeHelp), ...codes.filter((code) => !mayBeHelp(code))].slice(0, mostCodes);
});

/** Two digits each, none twice: `reportedCodes` would change nothing. */
const areOrdinaryCodes = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= mostCodes &&
  value.every(
    (code: unknown, index) => typeof code === 'string' && /^\d\d$/.test(code) && value.indexOf(code) === index,
  );

/** `lift/{device_key}/telemetry`: one report, fields aligned with GB/T 24476 (speed in m/s, load in kg). */
export const telemetrySchema = z.object({
  at: deviceTime,
  service_mode: within(bounds.serviceMode).int(),
  car_status: z.literal([0, 1]),
  direction: z.literal([0, 1, 2]),
  door_zone: z.boolean(),
  floor: within(bounds.floor).int(),
  door: z.enum(doorStates),
  people: within(bounds.people).int(),
  speed: within(bounds.speed).optional(),
  load: within(bounds.load).optional(),
  codes: reportedCodes.optional(),
  hours: z.number().min(0).optional(),
  runs: z.number().int().min(0).optional(),
});
export type Telemetry = z.infer<typeof telemetrySchema>;

const timeText = z.regexes.datetime({ offset: true });
const isWithin = (value: unknown, [least, most]: Bounds): value is number =>
  typeof value === 'number' && value >= least && value <= most;
const isWhole = (value: unknown, range: Bounds): value is number => Number.isInteger(value) && isWithin(value, range);
const isDoor = (value: unknown): value is DoorState => doorStates.some((state) => state === value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * Returns the result of `telemetrySchema` for an ordinary report, without its objects for each member, which were most of the garbage of a
 * city that reports twenty thousand times a second. Undefined if the schema must check: something is wrong, or a rare member is present.
 */
export function readOrdinaryReport(json: unknown): Telemetry | undefined {
  if (!isObject(json)) return undefined;
  const { at, service_mode, car_status, direction, door_zone, floor, door, people, speed, load, codes } = json;
  if (typeof at !== 'string' || !timeText.test(at) || typeof door_zone !== 'boolean' || !isDoor(door)) return undefined;
  if ((car_status !== 0 && car_status !== 1) || (direction !== 0 && direction !== 1 && direction !== 2))
    return undefined;
  if (!isWhole(service_mode, bounds.serviceMode) || !isWhole(floor, bounds.floor) || !isWhole(people, bounds.people))
    return undefined;
  if ((speed !== undefined && !isWithin(speed, bounds.speed)) || (load !== undefined && !isWithin(load, bounds.load)))
    return undefined;
  if (codes !== undefined && !areOrdinaryCodes(codes)) return undefined;
  if (json['hours'] !== undefined || json['runs'] !== undefined) return undefined;
  const report: Telemetry = { at: Date.parse(at), service_mode, car_status, direction, door_zone, floor, door, people };
  if (speed !== undefined) report.speed = speed;
  if (load !== undefined) report.load = load;
  if (codes !== undefined) report.codes = codes;
  return report;
}

/** Limits for additional data from a device: deep and long enough for readings, but not enough to harm code that walks through it. */
const deepestData = 8;
const longestData = 8_000;

/** About the length of its JSON; infinite where it goes deeper than `levels`. */
function jsonLength(value: unknown, levels: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (!isObject(value)) return 5;
  if (levels === 0) return Number.POSITIVE_INFINITY;
  return Object.entries(value).reduce(
    (length, [key, member]) => length + key.length + 4 + jsonLength(member, levels - 1),
    2,
  );
}
const isModest = (value: unknown): boolean => jsonLength(value, deepestData) <= longestData;
const tooMuchData = `内容过大（最多约 ${longestData} 个字符）或嵌套过深（最多 ${deepestData} 层）`;

/** `lift/{device_key}/event`: `id` is unique per device, so that a repeat changes nothing. */
export const deviceEventSchema = z.object({
  id: idText,
  at: deviceTime,
  kind: z.enum(alarmKinds).exclude(['notifyFailed']),
  cleared: z.boolean().optional(),
  level: z.literal([1, 2, 3]).optional(),
  data: z.record(z.string(), z.unknown()).refine(isModest, tooMuchData).pipe(escapedRecord).optional(),
});
export type DeviceEventMessage = z.infer<typeof deviceEventSchema>;

/** A device's word about its product; one that cannot be read counts as absent. */
const productText = z
  .string()
  .transform((text) => escapeText(text.trim()).slice(0, 60))
  .optional()
  .catch(undefined);

/**
 * `lift/{device_key}/status`: retained; the last will is `{online: false}`. A device may say what it is, and when it last
 * tested its emergency call; a time that cannot be read is as good as none.
 */
export const deviceStatusSchema = z.object({
  online: z.boolean(),
  model: productText,
  firmware: productText,
  self_test_at: deviceTime.optional().catch(undefined),
});

/** `lift/{device_key}/command`, from the server. */
export const deviceCommandMessageSchema = z.object({
  command_id: z.number().int().positive(),
  identifier: z.string(),
  payload: z.record(z.string(), z.unknown()),
  expires_at: z.iso.datetime({ offset: true }),
});
export type DeviceCommandMessage = z.infer<typeof deviceCommandMessageSchema>;

/** `lift/{device_key}/reply`: `received: true` first, then a result; code 0 succeeded. */
export const deviceReplySchema = z.union([
  z.object({ command_id: z.number().int().positive(), received: z.literal(true) }),
  z.object({
    command_id: z.number().int().positive(),
    code: z.number().int(),
    message: z.string().max(500).transform(escapeText).optional(),
    data: z.unknown().refine(isModest, tooMuchData).pipe(escapedJson).optional(),
  }),
]);

/** `lift/{device_key}/receipt`, from the server after the commit: the device repeats an event until it sees its receipt. */
export const deviceReceiptSchema = z.object({ id: z.string() });

/** The device that makes the synthetic call, and that no lift has. */
export const probeDeviceKey = 'tian-chain-probe';

export const deviceChannels = ['telemetry', 'event', 'status', 'reply', 'command', 'receipt'] as const;
export type DeviceChannel = (typeof deviceChannels)[number];

const topicPattern = /^lift\/([A-Za-z0-9_-]{1,64})\/(telemetry|event|status|reply|command|receipt)$/;

export interface DeviceTopic {
  readonly deviceKey: string;
  readonly channel: DeviceChannel;
}

/** `lift/{device_key}/{channel}` taken apart; undefined for any other topic. */
export function parseTopic(topic: string): DeviceTopic | undefined {
  const match = topicPattern.exec(topic);
  const [, deviceKey, channelText] = match ?? [];
  const channel = deviceChannels.find((name) => name === channelText);
  return deviceKey === undefined || channel === undefined ? undefined : { deviceKey, channel };
}

export function topicOf(deviceKey: string, channel: DeviceChannel): string {
  return `lift/${deviceKey}/${channel}`;
}

/** Commands a desk may send, with the bounds of specification section 5. `re-authenticate` commands interrupt a device. */
export const deviceCommandPayloads = {
  clear_data: z.object({ dev_func: z.object({ fcode: z.literal(3) }) }),
  refresh_data: z.object({ dev_func: z.object({ fcode: z.literal(2) }) }),
  reboot_app: z.object({ dev_func: z.object({ fcode: z.literal(0) }) }),
  reboot_system: z.object({ dev_func: z.object({ fcode: z.literal(1) }) }),
  report_period: z.object({
    report_period: z.number('请填写上报间隔').int().min(1, '上报间隔至少 1 秒').max(3600, '上报间隔最多 3600 秒'),
  }),
  clear_alarm: z.object({ clear_alarm: z.object({ clear_all_alarm: z.number().int().min(1).max(3600).default(60) }) }),
  volume: z.object({ outputvol: z.number('请填写音量').int().min(0, '音量为 0–100').max(100, '音量为 0–100') }),
  sos_status: z.object({ sos_status: z.object({ status: z.literal(2) }) }),
  /** A command to a camera: 1 holds the door open, 0 lets it go, for instance where it took a wheelchair for a scooter. */
  door_hold: z.object({ door_hold: z.object({ status: z.literal([0, 1], '请选择保持或释放梯门') }) }),
} as const;
export type DeviceCommandIdentifier = keyof typeof deviceCommandPayloads;

/** Commands that only a camera carries out. */
export const cameraCommands: ReadonlySet<string> = new Set<DeviceCommandIdentifier>(['door_hold']);

/** Commands to a screen that only the sending and recalling of a notice gives; the desk's own form does not offer them. */
export const noticeCommandPayloads = {
  /** Shown until `until`, or until it is recalled; one with a known `id` replaces what is shown. */
  notice_show: z.object({ id: z.number().int().positive(), title: z.string(), content: z.string(), until: z.string() }),
  notice_recall: z.object({ id: z.number().int().positive() }),
} as const;
