import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FinishedHour, LiftHour } from './hourCounters.ts';

const toGzip = promisify(gzip);
const fromGzip = promisify(gunzip);

/** Encoded in one turn of the event loop, as with the minutes of the fleet. */
const liftsAtOnce = 5_000;
const formatVersion = 1;
const headBytes = 5;
/** In four bytes each: id, the minutes with reports in two halves, those in inspection mode likewise. */
const wideColumns = 5;
/** In two bytes each: seconds with reports, seconds in inspection mode, door cycles, runs. */
const narrowColumns = 4;
const bytesPerLift = wideColumns * 4 + narrowColumns * 2;

const mostOfTwoBytes = 65_535;

const wideOf = (id: number, { reportedMinutes, inspectionMinutes }: LiftHour) => [
  id,
  ...reportedMinutes,
  ...inspectionMinutes,
];
const narrowOf = ({ reportedSeconds, inspectionSeconds, doorCycles, runs }: LiftHour) => [
  reportedSeconds,
  inspectionSeconds,
  doorCycles,
  runs,
];

/** Columns one after the other, compressed, as base64 text that both databases keep: as the minutes of the fleet are. */
export async function encodeHour(hour: FinishedHour): Promise<{ readonly liftNum: number; readonly counters: string }> {
  const kept: (readonly [number, LiftHour])[] = [];
  for (let index = 0; index < hour.liftNum; index += 1) {
    const found = hour.at(index);
    if (found !== undefined) kept.push(found);
    if (index % liftsAtOnce === liftsAtOnce - 1) await nextTurn();
  }
  const count = kept.length;
  const bytes = Buffer.alloc(headBytes + count * bytesPerLift);
  bytes.writeUInt8(formatVersion, 0);
  bytes.writeUInt32LE(count, 1);
  const narrowFrom = headBytes + count * wideColumns * 4;
  for (const [index, [elevatorId, counted]] of kept.entries()) {
    for (const [column, value] of wideOf(elevatorId, counted).entries())
      bytes.writeUInt32LE(value >>> 0, headBytes + (column * count + index) * 4);
    for (const [column, value] of narrowOf(counted).entries())
      bytes.writeUInt16LE(Math.min(mostOfTwoBytes, value), narrowFrom + (column * count + index) * 2);
    if (index % liftsAtOnce === liftsAtOnce - 1) await nextTurn();
  }
  return { liftNum: count, counters: (await toGzip(bytes)).toString('base64') };
}

/** The lifts that `isWanted` of one hour. Throws for a row that is not what was written. */
export async function decodeHour(
  atMs: number,
  text: string,
  isWanted: (elevatorId: number) => boolean = () => true,
): Promise<ReadonlyMap<number, LiftHour>> {
  const bytes = await fromGzip(Buffer.from(text, 'base64'));
  const count = bytes.length < headBytes ? -1 : bytes.readUInt32LE(1);
  if (bytes[0] !== formatVersion || bytes.length !== headBytes + count * bytesPerLift)
    throw new Error(`the hour counters of ${atMs} are damaged`);
  const narrowFrom = headBytes + count * wideColumns * 4;
  const found = new Map<number, LiftHour>();
  for (let index = 0; index < count; index += 1) {
    const wide = (column: number): number => bytes.readUInt32LE(headBytes + (column * count + index) * 4);
    const narrow = (column: number): number => bytes.readUInt16LE(narrowFrom + (column * count + index) * 2);
    const elevatorId = wide(0);
    if (!isWanted(elevatorId)) continue;
    found.set(elevatorId, {
      reportedMinutes: [wide(1), wide(2)],
      inspectionMinutes: [wide(3), wide(4)],
      reportedSeconds: narrow(0),
      inspectionSeconds: narrow(1),
      doorCycles: narrow(2),
      runs: narrow(3),
    });
  }
  return found;
}
