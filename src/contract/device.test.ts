import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceEventSchema, deviceReplySchema, readOrdinaryReport, telemetrySchema } from './device.ts';
import { doorStates } from './labels.ts';

const ordinary = {
  at: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  service_mode: fc.integer({ min: 0, max: 7 }),
  car_status: fc.constantFrom(0, 1),
  direction: fc.constantFrom(0, 1, 2),
  door_zone: fc.boolean(),
  floor: fc.integer({ min: -20, max: 300 }),
  door: fc.constantFrom(...doorStates),
  people: fc.integer({ min: 0, max: 200 }),
};
const twoDigits = fc.integer({ min: 0, max: 99 }).map((code) => String(code).padStart(2, '0'));
const mayBeMissing = {
  speed: fc.double({ min: -30, max: 30, noNaN: true }),
  load: fc.double({ min: 0, max: 50_000, noNaN: true }),
  codes: fc.uniqueArray(twoDigits, { maxLength: 20 }),
};
const report = fc
  .tuple(fc.record(ordinary), fc.record(mayBeMissing, { requiredKeys: [] }))
  .map(([always, perhaps]) => ({ ...always, ...perhaps }));

/** Values at and beyond every edge, and of every other kind. */
const strange = fc.oneof(
  fc.constantFrom(
    -31,
    -30,
    -21,
    -20,
    -1,
    -0,
    0,
    0.5,
    1,
    2,
    3,
    7,
    8,
    30,
    31,
    200,
    201,
    300,
    301,
    50_000,
    50_001,
    null,
    true,
    '',
    'closed',
    'ajar',
    [],
    {},
    ['03', '03'],
    ['3', 90, 'E-62'],
  ),
  fc.constantFrom(
    '2026-02-29T10:00:00Z',
    '2026-02-28T10:00Z',
    '2026-11-22 10:00:00+08:00',
    '2026-11-22T10:00:00',
    '2026-11-22T24:00:00Z',
    '2026-11-22T10:00:00.123456789+08:00',
  ),
  fc.jsonValue(),
);
const members = [...Object.keys(ordinary), ...Object.keys(mayBeMissing), 'hours', 'runs', 'more'];

describe('the codes of a report', () => {
  const report = {
    at: '2026-11-22T10:00:00+08:00',
    service_mode: 1,
    car_status: 0,
    direction: 0,
    door_zone: true,
    floor: 1,
    door: 'closed',
    people: 0,
  };
  test.each<[string, unknown, string[] | undefined]>([
    ['as the standard has them', ['03', '41'], ['03', '41']],
    ['twice', ['03', '03'], ['03']],
    ['as numbers', [3, 162], ['03', '162']],
    ['longer than any code', ['x'.repeat(40)], ['x'.repeat(16)]],
    ['in Chinese, with what cannot be kept', [' 门锁\u0000故障 '], ['门锁?故障']],
    ['that are no codes', [{ code: '03' }, null, '', true], ['?']],
    ['one, without its list', '03', ['03']],
    ['none', [], []],
    ['nothing', null, undefined],
  ])('may be %s: the report is read all the same', (_what, codes, read) => {
    expect(telemetrySchema.parse({ ...report, codes }).codes).toEqual(read);
  });

  test('are at most twenty, and a pressed button is one of them', () => {
    const codes = [...Array.from({ length: 40 }, (_, index) => `E${index}`), '90'];
    const read = telemetrySchema.parse({ ...report, codes }).codes;
    expect(read).toHaveLength(20);
    expect(read).toContain('90');
  });
});

describe('an ordinary report', () => {
  test('is read in one look, as the schema reads it', () => {
    fc.assert(
      fc.property(report, (json) => {
        const read = readOrdinaryReport(json);
        expect(read).toBeDefined();
        expect(read).toEqual(telemetrySchema.parse(json));
      }),
    );
  });

  test('is never something that the schema would refuse or read differently', () => {
    fc.assert(
      fc.property(
        report,
        fc.constantFrom(...members),
        fc.option(strange, { nil: undefined }),
        (json, member, value) => {
          const changed: unknown = { ...json, [member]: value };
          const read = readOrdinaryReport(changed);
          if (read !== undefined)
            expect(telemetrySchema.safeParse(changed)).toMatchObject({ success: true, data: read });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each([null, undefined, 1, 'report', [], {}])('is not %j', (json) => {
    expect(readOrdinaryReport(json)).toBeUndefined();
  });
});

const nested = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => ({ inner }), 1);

describe('what a device adds to an event', () => {
  const event = { id: 'e-1', at: '2026-11-22T10:00:00+08:00', kind: 'trapped' };
  test.each([
    ['readings', { floor: 7, codes: ['01', '90'], door: { state: 'closed', since: null } }],
    ['eight levels', nested(8)],
    ['a long note', { note: 'x'.repeat(7_900) }],
  ])('may be %s', (_what, data) => {
    expect(deviceEventSchema.safeParse({ ...event, data }).success).toBe(true);
  });
  test.each([
    ['nine levels', nested(9)],
    ['five thousand levels', nested(5_000)],
    ['a list nested in lists without end', { list: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown }],
    ['eight thousand characters', { note: 'x'.repeat(8_000) }],
    ['ten thousand members', Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [String(index), 1]))],
  ])('may not be %s, and that is said in Chinese', (_what, data) => {
    expect(deviceEventSchema.safeParse({ ...event, data }).error?.issues).toMatchObject([
      { path: ['data'], message: expect.stringMatching(/过大.*过深/) },
    ]);
    expect(deviceReplySchema.safeParse({ command_id: 1, code: 0, data }).success).toBe(false);
  });
});
