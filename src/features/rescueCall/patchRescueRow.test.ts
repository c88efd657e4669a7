import { expect, test } from 'vitest';
import { rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import type { Permission } from '../../contract/permissions.ts';
import { patchRescueRow } from './patchRescueRow.ts';
import type { Viewer } from './rescueActions.ts';

const all = (_permission: Permission): boolean => true;
const viewer: Viewer = { actor: { kind: 'user', id: 62, name: '刘洋', roleType: 5 }, can: all };
const pending = rescueRowFixture({ id: 318, stage: 'pending', agoMs: 240_000, row: { breach: 'respond' } });
const claimed = { kind: 'rescue.claimed', orderId: 318, elevatorId: 1518, byUserId: 61, byUserName: '张伟' } as const;

test('a call that a colleague took shows who has it before the row is loaded again', () => {
  expect(patchRescueRow(pending, claimed, viewer)).toMatchObject({
    stage: 'accepted', stage_label: '已受理', status: 1, statusResult: '救援中', breach: null, accepted_by: { id: 61, name: '张伟' },
  });
});

test('between two responses the machine determines what may be done: no second claim, the next steps instead', () => {
  const { allowed_actions } = patchRescueRow(pending, claimed, viewer);
  expect(allowed_actions).not.toContain('rescue.accepted');
  expect(allowed_actions).toEqual(expect.arrayContaining(['rescue.dispatched', 'rescue.arrived', 'rescue.judgedFalse', 'rescue.noted']));
});

test('what the machine allows is offered only with the permission for it', () => {
  const onlooker: Viewer = { ...viewer, can: (permission) => permission === 'rescue.view' };
  expect(patchRescueRow(pending, claimed, onlooker).allowed_actions).toEqual([]);
});

test('a help that is late stays late when the claim changes hands', () => {
  const row = rescueRowFixture({ id: 318, stage: 'pending', agoMs: 40 * 60_000, row: { breach: 'arrive' } });
  expect(patchRescueRow(row, claimed, viewer)).toMatchObject({ status: 3, breach: 'arrive' });
});

test('a closed order leaves the queue immediately', () => {
  const over = patchRescueRow(pending, { kind: 'rescue.over', orderId: 318, elevatorId: 1518, how: 'falseCall' }, viewer);
  expect(over).toMatchObject({ stage: 'falseCall', status: 2, breach: null });
});

test('a push about a step that is already known changes nothing', () => {
  const row = rescueRowFixture({ id: 318, stage: 'dispatched', agoMs: 240_000 });
  expect(patchRescueRow(row, claimed, viewer)).toBe(row);
  expect(patchRescueRow(row, { kind: 'rescue.changed', orderId: 318, elevatorId: 1518, type: 'rescue.noted' }, viewer)).toBe(row);
});

test('the position stays, so that the server’s next answer replaces the patch', () => {
  expect(patchRescueRow(pending, claimed, viewer).position).toBe(pending.position);
});
