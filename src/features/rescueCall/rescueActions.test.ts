import { expect, test } from 'vitest';
import { rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { rescueStages } from '../../contract/labels.ts';
import type { Viewer } from '../../machines/lifecycle.ts';
import { deskActions, deskOffer } from './rescueActions.ts';

const all: Pick<Viewer, 'can'> = { can: () => true };
const offerOf = (stage: (typeof rescueStages)[number], viewer = all) =>
  deskOffer(rescueRowFixture({ id: 318, stage, agoMs: 60_000 }), viewer);

test('every action has a key of its own', () => {
  expect(new Set(deskActions.map(({ hotkey }) => hotkey)).size).toBe(deskActions.length);
});

test.each([
  ['pending', 'rescue.accepted'],
  ['accepted', 'rescue.dispatched'],
  ['dispatched', 'rescue.arrived'],
  ['arrived', 'rescue.released'],
  ['released', 'rescue.completed'],
  ['completed', undefined],
  ['falseCall', undefined],
] as const)('the step that moves a rescue on from %s is %s', (stage, event) => {
  expect(offerOf(stage).next?.event).toBe(event);
});

test('only what the row allows is offered, and nothing that the desk does not do', () => {
  expect(offerOf('pending').actions.map(({ label }) => label)).toEqual(['受理', '升级通知', '备注']);
  expect(offerOf('completed').actions.map(({ event }) => event)).toEqual(['rescue.noted']);
});

test('who may answer but not handle is offered the claim alone', () => {
  const answers: Pick<Viewer, 'can'> = { can: (permission) => permission === 'rescue.answer' };
  expect(offerOf('pending', answers).actions.map(({ event }) => event)).toEqual(['rescue.accepted']);
  expect(offerOf('pending', answers).isReadOnly).toBe(false);
});

test('who may do neither reads', () => {
  const reads = { can: () => false };
  expect(offerOf('pending', reads)).toEqual({ actions: [], next: null, isReadOnly: true });
});
