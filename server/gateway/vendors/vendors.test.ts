import { describe, expect, it } from 'vitest';
import { deviceCommandPayloads } from '../../../src/contract/device.ts';
import { deviceVendors } from '../../../src/contract/entities/deviceModel.ts';
import { deviceAlarmKinds } from '../../../src/contract/labels.ts';
import { toWireTime } from '../../../src/contract/time.ts';
import { telemetryAt } from '../../../tests/support/mqttDevice.ts';
import { deviceModels } from '../../domain/devices/deviceModels.ts';
import { proposedProduct } from '../../domain/devices/productDifferences.ts';
import { speechOf, type SpokenReport } from '../../simulator/vendorSpeech.ts';
import { hasHelpMark, readEvent, readTelemetry, vendorNames, weightOf } from './index.ts';

const atMs = Date.UTC(2026, 10, 21, 0, 30, 15);
const spoken: SpokenReport = {
  atMs,
  serviceMode: 1,
  isMoving: true,
  direction: 2,
  isInDoorZone: false,
  floor: -1,
  door: 'closing',
  people: 3,
  speedMps: 1.75,
  loadKg: 204,
  codes: ['02', '90'],
  runHours: 12.5,
  runs: 40,
};
const others = vendorNames.filter((name) => speechOf(name) !== undefined);

function codesOf(vendor: string, message: object): readonly string[] | string | undefined {
  const read = readTelemetry(vendor, message);
  return read.success ? read.data.codes : read.error.message;
}

describe.each(others)('devices of %s', (vendor) => {
  const speech = speechOf(vendor);

  it('are understood in every alarm, its end, and whatever they report', () => {
    for (const kind of deviceAlarmKinds) {
      for (const isCleared of [false, true]) {
        const read = readEvent(vendor, speech?.event({ id: 'e1', atMs, kind, isCleared }));
        expect(read).toMatchObject({ success: true, data: { id: 'e1', at: atMs, kind } });
        expect(read.success && read.data.cleared === true).toBe(isCleared);
      }
    }
    for (const door of ['closed', 'opening', 'open', 'closing'] as const) {
      for (const direction of [0, 1, 2] as const) {
        for (let serviceMode = 0; serviceMode <= 7; serviceMode += 1) {
          expect(
            readTelemetry(
              vendor,
              speech?.report({
                ...spoken,
                door,
                direction,
                serviceMode,
                isMoving: direction > 0,
                isInDoorZone: direction === 0,
              }),
            ),
          ).toMatchObject({
            success: true,
            data: {
              at: atMs,
              service_mode: serviceMode,
              car_status: direction > 0 ? 1 : 0,
              direction,
              door_zone: direction === 0,
              floor: -1,
              door,
              people: 3,
              speed: 1.75,
              load: 204,
              codes: ['02', '90'],
            },
            codes: [{ code: '02' }, { code: '90' }],
          });
        }
      }
    }
  });

  it('are understood too when they already speak our own form', () => {
    expect(readEvent(vendor, { id: 'e1', at: toWireTime(atMs), kind: 'trapped' })).toMatchObject({
      success: true,
      data: { kind: 'trapped', at: atMs },
    });
  });
});

describe('the catalogue of models', () => {
  it('has a collector for every vendor, each model once, with codes and commands that exist', () => {
    expect([...deviceVendors]).toEqual(vendorNames);
    const collectors = deviceModels.filter((model) => model.device_type === 'COL');
    expect(new Set(collectors.map(({ vendor }) => vendor))).toEqual(new Set(vendorNames));
    expect(new Set(deviceModels.map(({ model }) => model)).size).toBe(deviceModels.length);
    for (const { commands, codes } of deviceModels) {
      expect(Object.keys(deviceCommandPayloads)).toEqual(expect.arrayContaining(commands));
      for (const code of codes) expect(code).toMatch(/^\d{2}$/);
    }
  });

  it('proposes what the device says that it is, and nothing for a model that no one knows', () => {
    const row = { device_type: 'COL', model: '', vendor: 'standard', firmware: '', said_firmware: null };
    expect(proposedProduct({ ...row, said_model: 'LQ-300' }).product).toMatchObject({
      model: 'LQ-300',
      vendor: 'lanqi',
    });
    const unknown = proposedProduct({ ...row, said_model: 'X-1' });
    expect(unknown).toEqual({
      product: { model: '', vendor: 'standard', firmware: '' },
      remark: '型号“X-1”不在目录中，请核对',
    });
    expect(proposedProduct({ ...row, said_model: 'TA-V1' }).remark).toContain('是摄像头');
  });
});

describe('what a vendor encodes in its own way', () => {
  it('is mapped by its table: the same code is another fault with each', () => {
    const lanqi = { t: 1, sm: 1, run: 1, dir: 0, dz: 0, fl: 1, dr: 0, pn: 0 };
    const hengan = {
      time: '2026-11-21 08:30:15',
      serviceMode: 'AUTO',
      carStatus: 1,
      direction: 'N',
      doorZone: 2,
      floor: 1,
      door: 'C',
      passengers: 0,
    };
    expect(codesOf('lanqi', { ...lanqi, err: [8, 9, 10, 11, 41] })).toEqual(['04', '02', '05', '07', '41']);
    expect(codesOf('hengan', { ...hengan, codes: ['08', '09', '10', '11', '41'] })).toEqual([
      '08',
      '06',
      '03',
      '01',
      '41',
    ]);
    expect(readTelemetry('lanqi', lanqi)).toMatchObject({ data: { car_status: 1, door_zone: false } });
    expect(readTelemetry('hengan', hengan)).toMatchObject({ data: { car_status: 0, door_zone: true, at: atMs } });
  });

  it('keeps the vendor’s own code beside ours, and one that no table has is unknown, not lost', () => {
    const report = telemetryAt(atMs);
    expect(
      readTelemetry('lanqi', { t: 1, sm: 1, run: 1, dir: 0, dz: 0, fl: 1, dr: 0, pn: 0, err: [9, 62, 0] }),
    ).toMatchObject({
      data: { codes: ['02', '62'] },
      codes: [
        { vendorCode: '09', code: '02' },
        { vendorCode: '62', code: '' },
      ],
    });
    expect(readTelemetry('yuxin', { ...report, codes: ['91', '92', '93', '90'] })).toMatchObject({
      codes: [{ code: '91' }, { code: '92' }, { code: '93' }, { code: '90' }],
    });
    // The same text of a vendor whose table does not have it.
    expect(readTelemetry('standard', { ...report, codes: ['91'] })).toMatchObject({
      data: { codes: ['?91'] },
      codes: [{ vendorCode: '91', code: '' }],
    });
    // Our own form, before the device's row says so: our meaning, not the vendor's.
    expect(readTelemetry('lanqi', { ...report, codes: ['08'] })).toMatchObject({ codes: [{ code: '08' }] });
  });

  it('says of codes only what the report says: nothing, or that there are none', () => {
    const report = telemetryAt(atMs);
    expect(readTelemetry('standard', report)).not.toHaveProperty('codes');
    expect(readTelemetry('standard', { ...report, codes: null })).not.toHaveProperty('codes');
    expect(readTelemetry('standard', { ...report, codes: [] })).toMatchObject({ codes: [] });
    expect(readTelemetry('standard', { ...report, codes: ['00'] })).toMatchObject({ codes: [] });
  });

  it('marks a button that is pressed in a report that cannot be read', () => {
    expect(hasHelpMark('standard', '{"floor":"?","codes":["04","90"]}')).toBe(true);
    expect(hasHelpMark('standard', '{"floor":90,"codes":["04"]}')).toBe(false);
    expect(hasHelpMark('yuxin', '{"codes":["93"]}')).toBe(true);
    expect(hasHelpMark('standard', '{"codes":["93"]}')).toBe(false);
    expect(hasHelpMark('lanqi', '{"err":[4, 90]}')).toBe(true);
    expect(hasHelpMark('hengan', '{"codes": [ "90" ]}')).toBe(true);
  });

  it('is refused when it is none of its values, and a garbled call for help is known by its mark', () => {
    expect(readTelemetry('lanqi', { t: 1, sm: 1, run: 2, dir: 0, dz: 0, fl: 1, dr: 0, pn: 0 }).success).toBe(false);
    expect(
      readTelemetry('hengan', {
        time: '2026-11-21 08:30:15',
        serviceMode: 'AUTO',
        carStatus: 0,
        direction: 'N',
        doorZone: 2,
        floor: 1,
        door: 'C',
        passengers: 0,
      }).success,
    ).toBe(false);
    expect(
      readTelemetry('hengan', {
        time: 'yesterday',
        serviceMode: '__proto__',
        carStatus: 1,
        direction: 'toString',
        doorZone: 2,
        floor: 1,
        door: 'C',
        passengers: 0,
      }).success,
    ).toBe(false);
    expect(readEvent('lanqi', { id: 'e1', t: 1, type: 99 }).success).toBe(false);
    expect(hasHelpMark('lanqi', '{"type": 11, "t": "broken"}')).toBe(true);
    expect(hasHelpMark('lanqi', '{"type": 41}')).toBe(false);
    expect(hasHelpMark('hengan', '{"alarm":"KR"')).toBe(true);
    expect(hasHelpMark('standard', '{"alarm":"KR"')).toBe(false);
  });
});

describe('a report that says only how the lift is at this moment', () => {
  it('says nothing of weight, whatever the vendor; without codes it says that none stands', () => {
    expect(weightOf('standard', JSON.stringify(telemetryAt(0)))).toBe('nothing');
    expect(weightOf('yuxin', JSON.stringify(telemetryAt(0, { codes: [] })))).toBe('noCodes');
    expect(weightOf('lanqi', '{"t":1,"sm":1,"run":1,"dir":0,"dz":0,"fl":1,"dr":0,"pn":0}')).toBe('nothing');
    expect(weightOf('hengan', '{"time":"2026-11-21 08:30:15","codes": [ ]}')).toBe('noCodes');
  });

  it('is no report with a code, with a possible call for help, or with a name that hides', () => {
    for (const vendor of vendorNames) {
      expect(weightOf(vendor, '{"codes":["90"]}')).toBe('something');
      expect(weightOf(vendor, '{"codes":[],"codes":["90"]}')).toBe('something');
      expect(weightOf(vendor, '{"\\u0063odes":["90"]}')).toBe('something');
      expect(weightOf(vendor, '{"Kind":"trapped"')).toBe('something');
    }
    expect(weightOf('lanqi', '{"type":11')).toBe('something');
    expect(weightOf('lanqi', '{"err":[90]}')).toBe('something');
    expect(weightOf('hengan', '{"ALARM":"KR"')).toBe('something');
  });
});
