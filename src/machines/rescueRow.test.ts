import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rescueRowFixture } from '../contract/fixtures/rescueFixtures.ts';
import type { RescueEventType } from '../contract/events/rescue.ts';
import type { RescueOrderRow } from '../contract/entities/rescueOrder.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { rescueStages } from '../contract/labels.ts';
import type { PushedFact } from '../contract/push.ts';
import { advance, keptStateOf } from './advance.ts';
import type { Viewer } from './lifecycle.ts';
import { rescueClaim } from './rescueClaim.ts';
import { rescueLifecycle } from './rescueOrderLifecycle.ts';
import { advanceRescueRow, rescueFigures } from './rescueRow.ts';
import { exampleAtMs, exampleDevice, exampleSystem, exampleUser } from './stories/representativeEvents.ts';

const zhang: Actor = { kind: 'user', id: 61, name: '张伟', roleType: 5, supervises: false };
const viewer: Viewer = {
  actor: { kind: 'user', id: 62, name: '刘洋', roleType: 5, supervises: false },
  can: () => true,
};
const pending = rescueRowFixture({ id: 318, stage: 'pending', agoMs: 240_000, row: { breach: 'respond' } });

/** The push that follows the row's last event. */
function pushOf(
  row: RescueOrderRow,
  type: RescueEventType,
  { data = {}, actor = zhang }: { readonly data?: object; readonly actor?: Actor } = {},
): { readonly fact: PushedFact } {
  const receivedAtMs = Date.parse(row.created_at) + 250_000;
  return { fact: { version: (row.state?.version ?? 0) + 1, type, data, actor, atMs: receivedAtMs, receivedAtMs } };
}

test('a call that a colleague took shows who has it before the row is loaded again', () => {
  expect(advanceRescueRow(pending, pushOf(pending, 'rescue.accepted'), viewer)).toMatchObject({
    stage: 'accepted',
    stage_label: '已受理',
    status: 1,
    statusResult: '救援中',
    breach: null,
    overdue: true,
    accepted_by: { id: 61, name: '张伟' },
    answer_seconds: 250,
  });
});

test('between two answers the machine says what may be done: no second claim, the next steps instead', () => {
  const { allowed_actions } = advanceRescueRow(pending, pushOf(pending, 'rescue.accepted'), viewer);
  expect(allowed_actions).not.toContain('rescue.accepted');
  expect(allowed_actions).toEqual(expect.arrayContaining(['rescue.dispatched', 'rescue.arrived', 'rescue.noted']));
});

test('what the machine allows is offered only with the permission for it', () => {
  const onlooker: Viewer = { ...viewer, can: (permission) => permission === 'rescue.view' };
  expect(advanceRescueRow(pending, pushOf(pending, 'rescue.accepted'), onlooker).allowed_actions).toEqual([]);
});

test('a help that is late stays late when the claim changes hands', () => {
  const row = rescueRowFixture({ id: 318, stage: 'pending', agoMs: 40 * 60_000, row: { breach: 'arrive' } });
  expect(advanceRescueRow(row, pushOf(row, 'rescue.accepted'), viewer)).toMatchObject({ status: 3, breach: 'arrive' });
});

test('an order that is over leaves the queue at once', () => {
  const over = advanceRescueRow(
    pending,
    pushOf(pending, 'rescue.judgedFalse', { data: { reason: '儿童误触' }, actor: { ...zhang, supervises: true } }),
    viewer,
  );
  expect(over).toMatchObject({ stage: 'falseCall', status: 2, breach: null });
});

test('a push about a step that is already known, after one that was missed, or that this page cannot read changes nothing', () => {
  const { fact } = pushOf(pending, 'rescue.accepted');
  expect(advanceRescueRow(pending, { fact: { ...fact, version: fact.version - 1 } }, viewer)).toBe(pending);
  expect(advanceRescueRow(pending, { fact: { ...fact, version: fact.version + 1 } }, viewer)).toBe(pending);
  expect(advanceRescueRow(pending, { fact: { ...fact, type: 'rescue.ofALaterVersion' } }, viewer)).toBe(pending);
  expect(advanceRescueRow(pending, {}, viewer)).toBe(pending);
  const stateless = { ...pending, state: null };
  expect(advanceRescueRow(stateless, { fact }, viewer)).toBe(stateless);
});

test('the position stays, so that the server’s next answer replaces what the push told', () => {
  expect(advanceRescueRow(pending, pushOf(pending, 'rescue.accepted'), viewer).position).toBe(pending.position);
});

test.each(rescueStages)(
  'the fixture of a row in %s carries the state that it shows, and the steps that the machine offers',
  (stage) => {
    const row = rescueRowFixture({ id: 318, stage, agoMs: 60_000 });
    const state = rescueLifecycle.fromJson(row.state);
    expect(rescueFigures(state)).toMatchObject({
      stage: row.stage,
      status: row.status,
      breach: row.breach,
      claimer: row.accepted_by,
    });
    expect(row).toMatchObject(rescueClaim(state));
    expect(rescueLifecycle.offered(state, { actor: zhang, can: () => true }).toSorted()).toEqual(
      row.allowed_actions.toSorted(),
    );
  },
);

test('a state that was restored from a row and moved on by each push is the state of the server, whatever happens', () => {
  const step = fc.record({
    choice: fc.nat(200),
    actor: fc.constantFrom(exampleUser, exampleDevice, exampleSystem),
    afterMs: fc.nat(10 * 60_000),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      let nowMs = exampleAtMs;
      let server = rescueLifecycle.apply(
        rescueLifecycle.initial(),
        rescueLifecycle.example(rescueLifecycle.initial(), 'rescue.raised', exampleDevice, nowMs),
      );
      let version = 1;
      let client = keptStateOf(rescueLifecycle, server, version);
      for (const { choice, actor, afterMs } of steps) {
        nowMs += afterMs;
        const possible = rescueLifecycle
          .examples(server, actor, nowMs)
          .filter((event) => rescueLifecycle.can(server, event));
        const event = possible[choice % possible.length];
        if (event === undefined) continue;
        server = rescueLifecycle.apply(server, event);
        version += 1;
        const moved = advance(rescueLifecycle, client, JSON.parse(JSON.stringify({ ...event, version })));
        if (moved === undefined) throw new Error(`${event.type} did not move the client on`);
        client = JSON.parse(JSON.stringify(moved.kept));
        expect(client).toEqual(keptStateOf(rescueLifecycle, server, version));
        expect(rescueFigures(moved.state)).toEqual(rescueFigures(server));
        expect(rescueLifecycle.offered(moved.state, viewer)).toEqual(rescueLifecycle.offered(server, viewer));
      }
    }),
    { numRuns: 150 },
  );
});
