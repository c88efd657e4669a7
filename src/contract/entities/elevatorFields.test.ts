import { describe, expect, test } from 'vitest';
import { maintenanceCalls } from '../endpoints/company.ts';
import { elevatorSave } from '../endpoints/liftRegister.ts';
import { elevatorFields, elevatorIssues, notYet, plainDigits } from './elevatorFields.ts';

const lift = (over: object = {}) => elevatorFields.parse({ tag: 'YC-0001', community_id: 11, floor_max: 18, ...over });
const refused = (over: object) => elevatorIssues(lift(over)).map(({ field }) => field);
const wrongFields = (over: object) =>
  elevatorFields
    .safeParse({ tag: 'YC-0001', community_id: 11, floor_max: 18, ...over })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

test('digits are the same in full width and in groups', () => {
  expect(plainDigits('３１１０ 3399 01')).toBe('3110339901');
  expect(lift({ registration_code: '３１１０３３９９０１２０２０１１０００１' }).registration_code).toBe(
    '31103399012020110001',
  );
});

test.each([
  ['registration_code', '3110339901202011000'],
  ['registration_code', '3110339901202011000A'],
  ['rescue_code', '12345'],
  ['rated_speed_mps', 0],
  ['rated_load_kg', -1],
  ['floors_num', 1.5],
  ['category', 'paternoster'],
  ['state', 3],
  ['next_inspection_on', '2026-02-30'],
  ['sos_tel', '=1+1'],
  ['lng', 200],
])('%s is not %s', (field, value) => {
  expect(wrongFields({ [field]: value })).toEqual([field]);
});

test('a lift without most of its data is entered, and the rest is added later', () => {
  expect(elevatorIssues(lift())).toEqual([]);
  expect(lift()).toMatchObject({ registration_code: '', rescue_code: '', state: 0, lng: null, lat: null });
});

describe('days in their order', () => {
  test.each([
    [
      'put into use before it was installed',
      { installed_on: '2020-05-02', put_into_use_on: '2020-05-01' },
      'put_into_use_on',
    ],
    [
      'inspected before it was put into use',
      { put_into_use_on: '2020-05-02', inspected_on: '2020-05-01' },
      'inspected_on',
    ],
    ['inspected before it was installed', { installed_on: '2020-05-02', inspected_on: '2020-05-01' }, 'inspected_on'],
    [
      'inspected next before it was last',
      { inspected_on: '2026-05-02', next_inspection_on: '2026-05-01' },
      'next_inspection_on',
    ],
    [
      'tested next before it was last',
      { self_tested_on: '2026-05-02', next_self_test_on: '2026-05-01' },
      'next_self_test_on',
    ],
  ])('%s is refused beside the later day', (_what, days, field) => {
    expect(refused(days)).toEqual([field]);
  });

  test('a permit for maintenance on demand has both its number and its day', () => {
    expect(refused({ on_demand_permit_number: 'AX1' })).toEqual(['on_demand_permit_expiry']);
    expect(refused({ on_demand_permit_expiry: '2027-01-01' })).toEqual(['on_demand_permit_number']);
    expect(refused({ on_demand_permit_number: 'AX1', on_demand_permit_expiry: '2027-01-01' })).toEqual([]);
  });

  test('one day for all of them is a possible day', () => {
    const day = '2026-05-02';
    expect(refused({ installed_on: day, put_into_use_on: day, inspected_on: day, next_inspection_on: day })).toEqual(
      [],
    );
  });

  test('an inspection that lies ahead has not been', () => {
    expect(notYet(lift({ inspected_on: '2026-11-24', self_tested_on: '2026-11-23' }), '2026-11-23')).toEqual([
      { field: 'inspected_on', message: '此日期尚未到来，请核对' },
    ]);
  });
});

test.each([
  [{ floor_min: 5, floor_max: 1 }, ['floor_max']],
  [{ floor_min: -2, floor_max: 18, floors_num: 21 }, []],
  [{ floor_min: 1, floor_max: 18, floors_num: 19 }, ['floors_num']],
  [{ floor_min: 1, floor_max: 18, floors_num: 18, stops_num: 19 }, ['stops_num']],
  [{ floor_min: 1, floor_max: 18, stops_num: 18, doors_num: 17 }, ['doors_num']],
])('floors, stops and doors fit each other: %j', (floors, fields) => {
  expect(refused(floors)).toEqual(fields);
});

test('a lift out of use says why, and a place has both of its degrees', () => {
  expect(refused({ state: 1 })).toEqual(['state_reason']);
  expect(refused({ state: 2, state_reason: '到期更新' })).toEqual([]);
  expect(refused({ lng: 120.1 })).toEqual(['lat']);
  expect(refused({ lat: 30.1 })).toEqual(['lng']);
});

test('a form with an empty number and floors the wrong way round marks both in the first round', () => {
  const first = elevatorSave.input.safeParse({ tag: '', community_id: 11, floor_min: 5, floor_max: 2 });
  expect(first.error?.issues.map(({ path }) => path.join('.'))).toEqual(['tag', 'floor_max']);
  // What is no floor contradicts nothing.
  const second = elevatorSave.input.safeParse({ tag: 'YC-1', community_id: 11, floor_min: Number.NaN, floor_max: 2 });
  expect(second.error?.issues.map(({ path }) => path.join('.'))).toEqual(['floor_min']);
});

test('the days of a contract are compared although its number is missing', () => {
  const days = { starts_on: '2026-12-01', ends_on: '2026-01-01' };
  const { error } = maintenanceCalls.saveContract.input.safeParse({
    org_id: 401,
    number: '',
    ...days,
    elevators: ['YC-1'],
  });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['number', 'ends_on']);
});
