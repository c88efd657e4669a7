import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { dayOf } from '../../src/contract/time.ts';
import { every, type Clock } from '../runtime/clock.ts';
import { privateFileMode, privateFolderMode } from '../runtime/privateFolder.ts';
import type { LatestReport } from '../ports/fleetReader.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';

const toGzip = promisify(gzip);
const dayMs = 86_400_000;
const flushPeriodMs = 5_000;
/** Beyond it the disk does not keep up: the oldest lines are dropped, and this is reported. */
const mostWaiting = 500_000;
const filePattern = /^(\d{4}-\d{2}-\d{2})\.csv\.gz$/;
const header =
  'received_at_ms,elevator_id,device_key,at_ms,service_mode,car_status,direction,door_zone,floor,door,people,speed_mps\n';

export interface HistoryFiles {
  put(elevatorId: number, latest: LatestReport): void;
  close(): Promise<void>;
}

/**
 * Every report as a line of `<day>.csv.gz` in the city's days; each flush appends one gzip member, which every gzip tool reads as one file.
 * Days older than `keptDays` are removed.
 */
export function openHistoryFiles({
  folder,
  keptDays,
  clock,
  onTrouble,
}: {
  readonly folder: string;
  readonly keptDays: number;
  readonly clock: Clock;
  readonly onTrouble: OnTrouble;
}): HistoryFiles {
  let waiting: { readonly day: string; readonly line: string }[] = [];
  let prunedDay = '';
  let working = Promise.resolve();

  async function flush(): Promise<void> {
    const lines = waiting;
    waiting = [];
    await mkdir(folder, { recursive: true, mode: privateFolderMode });
    const known = new Set(await readdir(folder));
    for (const [day, ofDay] of groupByDay(lines)) {
      const file = `${day}.csv.gz`;
      await appendFile(
        join(folder, file),
        await toGzip(`${known.has(file) ? '' : header}${ofDay.join('')}`, { level: 4 }),
        { mode: privateFileMode },
      );
    }
    const today = dayOf(clock.nowMs());
    if (today === prunedDay) return;
    prunedDay = today;
    const oldest = dayOf(clock.nowMs() - keptDays * dayMs);
    for (const file of known) if ((filePattern.exec(file)?.[1] ?? today) < oldest) await rm(join(folder, file));
  }

  const flushInTurn = () => {
    working = working.then(flush).catch((error: unknown) => onTrouble('完整历史数据未能写入', error));
    return working;
  };
  const stop = every(clock, flushPeriodMs, flushInTurn);

  return {
    put(elevatorId, { deviceKey, report, receivedAtMs }) {
      if (waiting.length >= mostWaiting) {
        onTrouble('完整历史数据写入过慢，已放弃一部分', new Error('history queue is full'));
        waiting = [];
      }
      const { at, service_mode, car_status, direction, door_zone, floor, door, people, speed } = report;
      waiting.push({
        day: dayOf(receivedAtMs),
        line:
          `${receivedAtMs},${elevatorId},${deviceKey},${at},${service_mode},${car_status},${direction},` +
          `${door_zone ? 1 : 0},${floor},${door},${people},${speed ?? ''}\n`,
      });
    },
    async close() {
      stop();
      await flushInTurn();
    },
  };
}

function groupByDay(lines: readonly { readonly day: string; readonly line: string }[]): ReadonlyMap<string, string[]> {
  const days = new Map<string, string[]>();
  for (const { day, line } of lines) {
    const ofDay = days.get(day) ?? [];
    ofDay.push(line);
    days.set(day, ofDay);
  }
  return days;
}
