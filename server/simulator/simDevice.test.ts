import { expect, test } from 'vitest';
import { readTelemetry, vendorNames } from '../gateway/vendors/index.ts';
import { seededRandom } from '../runtime/random.ts';
import { SimDevice } from './simDevice.ts';
import { speechOf } from './vendorSpeech.ts';

const startMs = Date.UTC(2026, 5, 1, 10);
const speakers = [undefined, ...vendorNames.filter((name) => speechOf(name) !== undefined)];

test.each(speakers)(
  'workers at a lift of %s: inspection mode, its code, and doors that open again and again',
  (vendor) => {
    const device = new SimDevice(
      { elevatorId: 1, deviceKey: 'COL000001', floorMin: -1, floorMax: 12, vendor },
      {
        random: seededRandom(3),
        habits: { clockOffsetMs: 0, dropsReports: 0, swapsReports: 0, repeatsEvents: 0 },
        nextId: () => 'e1',
        nowMs: startMs,
      },
    );
    let last: ReturnType<typeof readTelemetry> | undefined;
    const send = (_topic: string, message: object) => (last = readTelemetry(vendor, message));
    const reportAt = (nowMs: number) => {
      device.report(nowMs, send);
      return last?.success === true ? last.data : undefined;
    };
    device.service(true, startMs, send);
    let cycles = 0;
    let wasOpen = false;
    for (let second = 5; second <= 600; second += 5) {
      const report = reportAt(startMs + second * 1_000);
      expect(report).toMatchObject({ service_mode: 2, codes: ['43'] });
      expect(Math.abs(report?.speed ?? 0)).toBeLessThanOrEqual(0.63);
      const isOpen = report?.door !== 'closed';
      if (isOpen && !wasOpen) cycles += 1;
      wasOpen = isOpen;
    }
    expect(cycles).toBeGreaterThanOrEqual(5);
    device.service(false, startMs + 601_000, send);
    expect(reportAt(startMs + 605_000)).toMatchObject({ service_mode: 1, codes: [] });
  },
);
