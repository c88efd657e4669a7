import { expect, test } from 'vitest';
import type { Permission } from '../contract/permissions.ts';
import { keptStateOf } from './advance.ts';
import { exampleOpening } from './exampleException.ts';
import { offeredSteps } from './exceptionSteps.ts';
import { scooterLifecycle } from './scooterLifecycle.ts';

const device = { kind: 'device', id: 'CAM-1', name: 'CAM-1' } as const;
const person = { kind: 'user', id: 2, name: '关立群', roleType: 5, supervises: false } as const;
const state = scooterLifecycle.fold([
  scooterLifecycle.parseEvent({
    type: 'scooter.detected',
    data: { ...exampleOpening, isDoorHeld: true },
    actor: device,
    atMs: 1,
    receivedAtMs: 1,
  }),
]);
const row = { type: 2, state: keptStateOf(scooterLifecycle, state, 1), allowed_actions: ['scooter.visited'] } as const;
const holding = (...held: Permission[]) => ({
  actor: person,
  can: (permission: Permission) => held.includes(permission),
});
const offered = (...held: Permission[]) =>
  offeredSteps({ ...row, allowed_actions: [...row.allowed_actions] }, holding(...held));

test('the machine says what may be done, the permission of each step who may do it', () => {
  expect(offered('exception.handle')).toEqual(['scooter.visited', 'scooter.removed', 'scooter.judgedFalse']);
  expect(offered('scooter.release')).toEqual(['scooter.remotelyReleased']);
  expect(offered()).toEqual([]);
});

test('a state that this page cannot read leaves what the server said', () => {
  const newer = { version: 3, value: 'waiting', context: {} };
  expect(offeredSteps({ type: 2, state: newer, allowed_actions: ['scooter.visited'] }, holding())).toEqual([
    'scooter.visited',
  ]);
  expect(offeredSteps({ type: 1, state: null, allowed_actions: [] }, holding('exception.handle'))).toEqual([]);
});
