import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { FleetState } from './fleetState.ts';
import { openHistoryFiles } from './historyFiles.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tian-history-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the full history', () => {
  it('has every report in a file of its day that every gzip tool reads, and forgets days beyond its retention', async () => {
    /** 23:59:50 in the city. */
    const clock = new VirtualClock(Date.UTC(2026, 5, 1, 15, 59, 50));
    await writeFile(join(folder, '2026-05-20.csv.gz'), '');
    await writeFile(join(folder, 'notes.txt'), '');
    const history = openHistoryFiles({
      folder,
      keptDays: 3,
      clock,
      onTrouble: (trouble, error) => {
        throw new Error(trouble, { cause: error });
      },
    });
    const fleet = new FleetState({ onReport: (elevatorId, latest) => history.put(elevatorId, latest) });
    for (let count = 0; count < 4; count += 1) {
      const nowMs = clock.nowMs();
      fleet.put(7, {
        deviceKey: 'COL7',
        receivedAtMs: nowMs,
        report: {
          at: nowMs - 40,
          service_mode: 1,
          car_status: 0,
          direction: 0,
          door_zone: true,
          floor: count,
          door: 'open',
          people: 2,
        },
      });
      await clock.advance(5_000);
    }
    await history.close();
    expect((await stat(join(folder, '2026-06-01.csv.gz'))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).toSorted()).toEqual(['2026-06-01.csv.gz', '2026-06-02.csv.gz', 'notes.txt']);
    const lines = gunzipSync(await readFile(join(folder, '2026-06-01.csv.gz')))
      .toString()
      .trim()
      .split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      'received_at_ms,elevator_id,device_key,at_ms,service_mode,car_status,direction,door_zone,floor,door,people,speed_mps',
    );
    expect(lines[2]).toMatch(/^\d+,7,COL7,\d+,1,0,0,1,1,open,2,$/);
    expect(
      gunzipSync(await readFile(join(folder, '2026-06-02.csv.gz')))
        .toString()
        .trim()
        .split('\n'),
    ).toHaveLength(3);
  });
});
