import { expect, test } from 'vitest';
import { CallError } from '../../../contract/call.ts';
import { rescueRowFixture } from '../../../contract/fixtures/rescueFixtures.ts';
import { failedIds, isSettled, newBatch, outcomeOf, withOutcome } from './batch.ts';

const rows = [1, 2, 3].map((id) => rescueRowFixture({ id, stage: 'pending', agoMs: 60_000 }));
const claims = newBatch(1, '受理 3 起', { kind: 'claim' }, rows);

test('each order has a result of its own', () => {
  const some = withOutcome(
    withOutcome(claims, 1, { kind: 'done', text: '已受理' }),
    2,
    outcomeOf(new CallError('refused', '李娜 已受理', 1005)),
  );
  expect(some.items.map(({ outcome }) => outcome.kind)).toEqual(['done', 'refused', 'asking']);
  expect(isSettled(some)).toBe(false);
});

test('what a colleague was first at is settled, what the network lost can be tried again', () => {
  const refused = withOutcome(claims, 2, outcomeOf(new CallError('refused', '李娜 已受理', 1005)));
  const lost = withOutcome(refused, 3, outcomeOf(new CallError('offline', '网络连接失败，请检查网络后重试', 0)));
  expect(failedIds(lost)).toEqual([3]);
});

test('an action with a failed request stays in sight', () => {
  const lost = outcomeOf(new CallError('failed', '服务器错误', 500));
  const all = rows.reduce((batch, { id }) => withOutcome(batch, id, { kind: 'done', text: '已受理' }), claims);
  expect(isSettled(all)).toBe(true);
  expect(isSettled(withOutcome(all, 1, lost))).toBe(false);
});

test('a fault of ours is no result', () => {
  expect(() => outcomeOf(new TypeError('x'))).toThrow('x');
});
