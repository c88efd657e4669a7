import { expect, test } from 'vitest';
import { rescueRowFixture } from '../../../contract/fixtures/rescueFixtures.ts';
import type { RescueStage } from '../../../contract/labels.ts';
import type { DeskEvent } from '../rescueActions.ts';
import { whyNotOffered } from './whyNotOffered.ts';

const me = { can: () => true, userId: 61 };
const row = (stage: RescueStage, more = {}) => rescueRowFixture({ id: 1, stage, agoMs: 60_000, row: more });
const byLi = { accepted_by: { id: 62, name: '刘洋' } };

test.each<[string, ReturnType<typeof row>, DeskEvent, string]>([
  ['9 on a colleague’s call', row('dispatched', byLi), 'rescue.handOverOffered', '由 刘洋 负责，只有负责人'],
  ['9 on a call that no one has', row('pending'), 'rescue.handOverOffered', '请先按 1 受理'],
  ['1 on a colleague’s call', row('accepted', byLi), 'rescue.accepted', '已由 刘洋 受理'],
  ['1 on my own call', row('accepted'), 'rescue.accepted', '已由您受理'],
  ['E after help was sent', row('dispatched'), 'rescue.extended', '无需延长'],
  ['E for the third time', row('accepted'), 'rescue.extended', '不能再延长'],
  ['Y without an offer', row('accepted'), 'rescue.handOverAccepted', '没有向您转交'],
  ['4 before anybody arrived', row('dispatched'), 'rescue.released', '现在不能脱困'],
  ['2 on a closed call', row('completed'), 'rescue.dispatched', '已结束'],
])('%s says why nothing happens', (_case, of, event, why) => {
  expect(whyNotOffered(of, event, me)).toContain(why);
});

test('a key for which the user has no permission says so', () => {
  expect(whyNotOffered(row('accepted'), 'rescue.dispatched', { can: () => false, userId: 61 })).toContain(
    '没有“派出”的权限',
  );
});
