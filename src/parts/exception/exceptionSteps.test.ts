import { expect, test } from 'vitest';
import { exceptionStepSchema } from '../../contract/endpoints/exception.ts';
import { exceptionDetailFixture } from '../../contract/fixtures/exceptionFixtures.ts';
import { offerOf, stepActions } from './exceptionSteps.ts';

test('every step that the call takes has its button, but for the cars that are confirmed one by one', () => {
  const events = exceptionStepSchema.options.map(({ shape }) => shape.event.value);
  expect(stepActions.map(({ event }) => event).toSorted()).toEqual(
    events.filter((event) => event !== 'incident.swept' && event !== 'incident.unswept').toSorted(),
  );
});

test('only what the lifecycle allows is offered, the step that moves it on first in sight', () => {
  const row = exceptionDetailFixture({ type: 3, stage: 'accepted', id: 1, agoMs: 60_000 });
  const { actions, next } = offerOf(row, row.allowed_actions);
  expect(actions.map(({ label }) => label)).toEqual(['到场', '修复', '判定误报']);
  expect(next?.event).toBe('fault.arrived');
  expect(offerOf(row, ['fault.judgedFalse'])).toMatchObject({ next: null, actions: [{ label: '判定误报' }] });
});
