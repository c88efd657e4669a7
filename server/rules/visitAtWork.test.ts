import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeviceEventMessage } from '../../src/contract/device.ts';
import { visitExamples } from '../../src/machines/exampleVisit.ts';
import type { EventDraft } from '../../src/machines/lifecycle.ts';
import { visitLifecycle } from '../../src/machines/visitLifecycle.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { smallCity } from '../../tests/support/smallCity.ts';
import { deviceActor, gatewayActor } from '../domain/actors.ts';
import { decide } from '../domain/decide.ts';
import { collectorsAway } from '../domain/devices/offlineRows.ts';
import { offlineGraceMs } from './offlineRules.ts';

vi.setConfig({ testTimeout: 60_000 });

const { lift, farLift } = smallCity;
const simulated = { kind: 'simulator', id: 'demo', name: '演示' } as const;
const worker = { personId: 31, userId: null, name: '周工' };
const visitId = 7;

let city: TestDomain;
let said = 0;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const step = (draft: EventDraft) =>
  decide({ store: city.store, clock: city.clock }, visitLifecycle, {
    stream: `visit-${visitId}`,
    actor: simulated,
    choose: () => draft,
  });

async function beginVisit(): Promise<void> {
  const [planned] = visitExamples(visitLifecycle.initial(), city.clock.nowMs())['visit.planned'];
  await step({
    type: 'visit.planned',
    data: { ...planned, visitId, elevatorId: lift.id, tag: lift.tag, workers: [worker] },
  });
  await step({
    type: 'visit.checkedIn',
    data: { worker, place: null, distanceM: null, presence: 'right', clockOffsetMs: 0, flags: [] },
  });
}

const alarm = (kind: DeviceEventMessage['kind'], level?: 1) => {
  const device = city.domain.directory.device(lift.deviceKey);
  if (device === undefined) throw new Error('no collector');
  return city.domain.devices.recordEvent(device, {
    id: `w-${(said += 1)}`,
    at: city.clock.nowMs(),
    kind,
    ...(level === undefined ? {} : { level }),
  });
};
const suppressedBy = async (kind: DeviceEventMessage['kind']) =>
  (
    await city.store.rows
      .selectFrom('alarms')
      .select('suppressed_by')
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).suppressed_by;

test('a visit at work keeps what can wait from the lists, but never a call for help nor anything of priority 1', async () => {
  await alarm('overLoad');
  expect(await suppressedBy('overLoad')).toBe('');
  await beginVisit();
  await alarm('longTimeOpen');
  await alarm('warn_shake');
  expect([await suppressedBy('longTimeOpen'), await suppressedBy('warn_shake')]).toEqual([
    'maintenance',
    'maintenance',
  ]);

  await alarm('camCovered', 1);
  expect(await suppressedBy('camCovered')).toBe('');
  await alarm('SOS');
  expect(await suppressedBy('SOS')).toBe('');
  await expect
    .poll(() => city.store.rows.selectFrom('open_rescues').select('elevator_id').execute(), { timeout: 20_000 })
    .toEqual([{ elevator_id: lift.id }]);
});

const away = async () =>
  (await collectorsAway(city.store, { untilMs: city.clock.nowMs() + offlineGraceMs, limit: 10 })).map(
    ({ elevatorId }) => elevatorId,
  );

test('a collector that is away during a visit asks for nobody, and does once the visit is over', async () => {
  await beginVisit();
  for (const { deviceKey } of [lift, farLift]) {
    const device = city.domain.directory.device(deviceKey);
    if (device === undefined) throw new Error('no collector');
    await city.domain.devices.recordReported(device, 1);
    await city.store.append({
      stream: `device-${deviceKey}`,
      expectedVersion: 'any',
      actor: gatewayActor,
      events: [{ type: 'device.silent', atMs: city.clock.nowMs(), data: { missedPeriods: 3 } }],
    });
  }
  expect(await away()).toEqual([farLift.id]);
  await step({ type: 'visit.brokenOff', data: { reason: '设备故障，改日再来' } });
  expect((await away()).toSorted((a, b) => a - b)).toEqual([lift.id, farLift.id]);
});

test('inspection mode during a visit joins it, and waits for nobody', async () => {
  await beginVisit();
  const device = city.domain.directory.device(lift.deviceKey);
  if (device === undefined) throw new Error('no collector');
  await city.domain.devices.recordReported(device, 1);
  await city.store.append({
    stream: `device-${lift.deviceKey}`,
    expectedVersion: 'any',
    actor: deviceActor(lift.deviceKey),
    events: [
      {
        type: 'device.codeRaised',
        atMs: city.clock.nowMs(),
        data: { elevatorId: lift.id, code: '43', vendorCode: '43', late: false },
      },
    ],
  });
  await expect
    .poll(
      () =>
        city.store.rows
          .selectFrom('exceptions')
          .select(['incident_kind', 'is_open'])
          .where('elevator_id', '=', lift.id)
          .execute(),
      { timeout: 20_000 },
    )
    .toEqual([{ incident_kind: 'inspection', is_open: 0 }]);
  const [incident] = await city.store.rows.selectFrom('exceptions').select('id').execute();
  expect((await city.store.readStream(`incident-${incident?.id ?? 0}`)).at(-1)).toMatchObject({
    type: 'incident.absorbed',
    data: { visitId },
  });
});
