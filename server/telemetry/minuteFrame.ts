import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { MinuteFrame } from '../../src/contract/endpoints/replay.ts';
import type { FleetReader } from '../ports/fleetReader.ts';

/** Sampled in one turn of the event loop: a hundred thousand lifts take a tenth of a second, which no call should wait. */
const liftsAtOnce = 5_000;

const toGzip = promisify(gzip);
const fromGzip = promisify(gunzip);

/** The fleet at one minute: the n-th member of each list is one lift. */
export type MinuteColumns = Omit<MinuteFrame, 'at_ms'>;

export const noMinute = (): MinuteColumns => ({
  id: [],
  status: [],
  service_mode: [],
  floor: [],
  door: [],
  direction: [],
  people: [],
  call: [],
});

const formatVersion = 1;
const headBytes = 5;
/** Id 4, floor 2, and a byte each for status, service mode, door, direction, people, call. */
const bytesPerLift = 12;

/** The fleet as it is in these turns of the event loop: lifts of which nothing was ever heard are left out. */
export async function sampleFleet(fleet: FleetReader): Promise<MinuteColumns> {
  const columns = { ...noMinute(), car_status: [], speed: [], seen_ms: [] };
  const elevatorIds: number[] = [];
  fleet.visitChangedSince(0, (elevatorId) => elevatorIds.push(elevatorId));
  for (const [index, elevatorId] of elevatorIds.entries()) {
    fleet.appendTo(columns, elevatorId);
    if (index % liftsAtOnce === liftsAtOnce - 1) await nextTurn();
  }
  return columns;
}

/** Columns one after the other, compressed, as base64 text that both databases keep. */
export async function encodeMinute(minute: MinuteColumns): Promise<string> {
  const count = minute.id.length;
  const bytes = Buffer.alloc(headBytes + count * bytesPerLift);
  bytes.writeUInt8(formatVersion, 0);
  bytes.writeUInt32LE(count, 1);
  const columnAt = columnStarts(count);
  for (let index = 0; index < count; index += 1) {
    bytes.writeUInt32LE(minute.id[index] ?? 0, columnAt.id + index * 4);
    bytes.writeInt16LE(minute.floor[index] ?? 0, columnAt.floor + index * 2);
  }
  bytes.set(minute.status, columnAt.status);
  bytes.set(minute.service_mode, columnAt.serviceMode);
  bytes.set(minute.door, columnAt.door);
  bytes.set(minute.direction, columnAt.direction);
  bytes.set(minute.people, columnAt.people);
  bytes.set(minute.call, columnAt.call);
  return (await toGzip(bytes)).toString('base64');
}

/** The lifts that `isWanted` of one minute, by column. Throws for a row that is not what was written. */
export async function decodeMinute(
  atMs: number,
  text: string,
  isWanted: (elevatorId: number) => boolean,
): Promise<MinuteFrame> {
  const bytes = await fromGzip(Buffer.from(text, 'base64'));
  const count = bytes.length < headBytes ? -1 : bytes.readUInt32LE(1);
  if (bytes[0] !== formatVersion || bytes.length !== headBytes + count * bytesPerLift)
    throw new Error(`the minute sample of ${atMs} is damaged`);
  const columnAt = columnStarts(count);
  const frame: MinuteFrame = { at_ms: atMs, ...noMinute() };
  for (let index = 0; index < count; index += 1) {
    const id = bytes.readUInt32LE(columnAt.id + index * 4);
    if (!isWanted(id)) continue;
    frame.id.push(id);
    frame.floor.push(bytes.readInt16LE(columnAt.floor + index * 2));
    frame.status.push(bytes.readUInt8(columnAt.status + index));
    frame.service_mode.push(bytes.readUInt8(columnAt.serviceMode + index));
    frame.door.push(bytes.readUInt8(columnAt.door + index));
    frame.direction.push(bytes.readUInt8(columnAt.direction + index));
    frame.people.push(bytes.readUInt8(columnAt.people + index));
    frame.call.push(bytes.readUInt8(columnAt.call + index));
  }
  return frame;
}

function columnStarts(count: number) {
  const id = headBytes;
  const floor = id + count * 4;
  const status = floor + count * 2;
  return {
    id,
    floor,
    status,
    serviceMode: status + count,
    door: status + count * 2,
    direction: status + count * 3,
    people: status + count * 4,
    call: status + count * 5,
  };
}
