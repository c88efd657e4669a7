import { EventEmitter, once } from 'node:events';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FakeDevices } from '../../tests/support/mqttFakes.ts';
import type { BoundDevice, CodeReport } from '../domain/domain.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { DeviceCodes } from './deviceCodes.ts';
import { FloodLimits } from './floodLimits.ts';
import { LesserEvents } from './lesserEvents.ts';

const deviceKey = 'COL000001';

/** The content of a projection of the recorded events, beside the events themselves. */
class RecordingDevices extends FakeDevices {
  readonly reports: CodeReport[] = [];
  readonly kept = new Set<string>();

  override async recordCode(device: BoundDevice, report: CodeReport): Promise<void> {
    await super.recordCode(device, report);
    this.reports.push(report);
    if (report.kind === 'raised') this.kept.add(report.vendorCode);
    else this.kept.delete(report.vendorCode);
  }
}

const ours = (codes: readonly string[]) => codes.map((vendorCode) => ({ vendorCode, code: vendorCode }));

function open(standing: readonly string[] = []) {
  const clock = new VirtualClock();
  const devices = new RecordingDevices([deviceKey]);
  const device = devices.findDevice(deviceKey);
  if (device === undefined) throw new Error(`${deviceKey} is not bound`);
  const troubles: string[] = [];
  const codes = new DeviceCodes({
    clock,
    devices,
    floods: new FloodLimits(),
    lesserEvents: new LesserEvents(clock),
    recorded: new Map([[deviceKey, ours(standing)]]),
    onTrouble: (trouble) => troubles.push(trouble),
  });
  const report = (reported: readonly string[], atMs = clock.nowMs()) =>
    codes.take(device, { atMs, codes: ours(reported) });
  return { clock, devices, device, codes, report, troubles };
}

describe('codes of reports', () => {
  test('stand in the end as the last report has them, whatever the order and repetition in which the reports came', async () => {
    const report = fc.subarray(['01', '03', '05', '41', '90', 'E-62']);
    await fc.assert(
      fc.asyncProperty(
        report,
        fc.array(report, { minLength: 1, maxLength: 8 }),
        fc.array(fc.record({ which: fc.nat(), waitMs: fc.constantFrom(0, 200, 2_000) }), { maxLength: 12 }),
        async (standing, said, arrivals) => {
          const { clock, devices, report: arrive, codes } = open(standing);
          devices.kept.clear();
          for (const code of standing) devices.kept.add(code);
          const firstMs = clock.nowMs();
          await clock.advance(said.length * 1_000);
          const last = { which: said.length - 1, waitMs: 0 };
          // The last one comes some time, before others or after them.
          const middle = Math.floor(arrivals.length / 2);
          for (const { which, waitMs } of [...arrivals.slice(0, middle), last, ...arrivals.slice(middle)]) {
            await clock.advance(waitMs);
            const index = which % said.length;
            arrive(said[index] ?? [], firstMs + index * 1_000);
          }
          await clock.advance(3 * 61_000);
          expect([...devices.kept].toSorted()).toEqual((said.at(-1) ?? []).toSorted());
          await codes.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  test('that could not be written are tried again as the same message, and then no more', async () => {
    const { clock, devices, report, troubles } = open();
    const ids: string[] = [];
    devices.beforeCommit = () => Promise.reject(new Error('disk failed'));
    const recordCode = devices.recordCode.bind(devices);
    devices.recordCode = (device, change) => {
      ids.push(change.messageId);
      return recordCode(device, change);
    };
    report(['03']);
    await clock.advance(12_000);
    expect(troubles.length).toBeGreaterThan(1);
    devices.beforeCommit = () => Promise.resolve();
    await clock.advance(12_000);
    expect(devices.codes).toEqual([`${deviceKey} raised 03`]);
    expect(new Set(ids).size).toBe(1);
  });

  test('that no table has are listed with each event, and counted', async () => {
    const { clock, devices, device, codes } = open();
    const unknown = [{ vendorCode: 'E-62', code: '' }];
    for (let report = 0; report < 14; report += 1) {
      codes.take(device, { atMs: clock.nowMs(), codes: report % 2 === 0 ? unknown : [] });
      await clock.advance(5_000);
    }
    expect(devices.quarantined).toMatchObject([
      { sender: deviceKey, reason: '未知的消息码 E-62', couldBeHelp: false, times: 1 },
      { times: 5 },
    ]);
    expect(devices.codes.filter((text) => text.includes('raised'))).toEqual([
      `${deviceKey} raised E-62=`,
      `${deviceKey} raised E-62= ×5`,
    ]);
  });

  test('of a device that was unbound are forgotten, and begin afresh when it is bound again', async () => {
    const { clock, devices, codes, report } = open(['03']);
    codes.forget(deviceKey);
    report([]);
    await clock.advance(1_000);
    expect(devices.codes).toEqual([]);
    report(['03']);
    await clock.advance(1_000);
    expect(devices.codes).toEqual([`${deviceKey} raised 03`]);
  });

  test('beyond what a device may have recorded wait, and come in the end', async () => {
    const { clock, devices, report } = open();
    for (let time = 0; time < 20; time += 1) {
      report(Array.from({ length: 20 }, (_, index) => `E${time}-${index}`));
      await clock.advance(250);
    }
    expect(devices.reports.length).toBeLessThan(100);
    await clock.advance(5 * 60_000);
    expect([...devices.kept].toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `E19-${index}`).toSorted());
  });
});

describe('a code that is a danger to life', () => {
  const movement = '05';

  test('is recorded at once, although what its device and others sent before it waits for the disk', async () => {
    const { clock, devices, report } = open();
    const disk = new EventEmitter();
    const diskIsFree = once(disk, 'free');
    const recordCode = devices.recordCode.bind(devices);
    devices.recordCode = async (device, change) => {
      if (change.code !== movement) await diskIsFree;
      await recordCode(device, change);
    };
    report(['01', '02', '03']);
    report(['01', '02', '03', movement]);
    await clock.advance(0);
    expect(devices.codes).toEqual([`${deviceKey} raised 05`]);
    disk.emit('free');
    await clock.advance(2_000);
    expect([...devices.kept].toSorted()).toEqual(['01', '02', '03', '05']);
  });

  test('is recorded at once, although its device has used up its share with others', async () => {
    const { clock, devices, report } = open();
    for (let time = 0; time < 20; time += 1) {
      report(Array.from({ length: 20 }, (_, index) => `E${time}-${index}`));
      await clock.advance(250);
    }
    report(['E1', movement]);
    await clock.advance(0);
    expect(devices.codes.at(-1)).toBe(`${deviceKey} raised 05`);
  });

  test('that is over while it is being recorded, or back while its end is, stands in the end as the last report has it', async () => {
    const { clock, devices, report } = open();
    for (const reported of [[movement], [], [movement], ['01'], [movement, '01'], []]) {
      report(reported);
      await clock.advance(20_000);
    }
    await clock.advance(3 * 61_000);
    expect([...devices.kept]).toEqual([]);
    report([movement]);
    await clock.advance(61_000);
    expect([...devices.kept]).toEqual([movement]);
  });
});

describe('a code that is a call for help', () => {
  const button = { vendorCode: '90', code: '90' };

  test('is new when the report before did not have it, and after a restart only if it does not stand', () => {
    const { device, codes, clock, report } = open(['90']);
    expect(codes.newAlarms(device, { atMs: clock.nowMs(), codes: [button] })).toEqual([]);
    report([]);
    expect(codes.newAlarms(device, { atMs: clock.nowMs(), codes: [button] })).toEqual([button]);
  });

  test('is the same call when its report is read again, and another when a device without a clock says it again', async () => {
    const { clock, device, codes } = open();
    const ids: string[] = [];
    const say = (atMs: number) =>
      codes.recordAlarms(device, [button], atMs, async ({ id }) => {
        ids.push(id);
      });
    const atMs = clock.nowMs();
    await say(atMs);
    await clock.advance(30_000);
    await say(atMs);
    await say(0);
    await clock.advance(30_000);
    await say(0);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
  });

  test('does not stand before its alarm is recorded, and is new again in the next report when that failed', async () => {
    const { clock, devices, device, codes, report } = open();
    const said = () => ({ atMs: clock.nowMs(), codes: [button] });
    const disk = new EventEmitter();
    const failed = once(disk, 'failed').then(() => {
      throw new Error('disk failed');
    });
    expect(codes.newAlarms(device, said())).toEqual([button]);
    report(['90']);
    const failing = codes.recordAlarms(device, [button], clock.nowMs(), () => failed);
    await clock.advance(2_000);
    expect(devices.codes).toEqual([]);
    expect(codes.newAlarms(device, said())).toEqual([]);
    disk.emit('failed');
    await expect(failing).rejects.toThrow('disk failed');
    await clock.advance(2_000);
    expect(devices.codes).toEqual([]);
    expect(codes.newAlarms(device, said())).toEqual([button]);
    report(['90']);
    await codes.recordAlarms(device, [button], clock.nowMs(), () => Promise.resolve());
    await clock.advance(2_000);
    expect(devices.codes).toEqual([`${deviceKey} raised 90`]);
  });

  test('ends its alarm when it is over, unless another code says the same', async () => {
    const { clock, devices, device, codes } = open();
    const [down, up] = [
      { vendorCode: '91', code: '91' },
      { vendorCode: '92', code: '92' },
    ];
    for (const reported of [[down, up], [up], []]) {
      codes.take(device, { atMs: clock.nowMs(), codes: reported });
      await clock.advance(5_000);
    }
    expect(devices.events.map(({ message }) => message)).toMatchObject([{ kind: 'overshoot', cleared: true }]);
    expect(devices.codes.slice(-2)).toEqual([`${deviceKey} cleared 91`, `${deviceKey} cleared 92`]);
  });
});
