import { expect, test } from 'vitest';
import { rescueRowFixture } from '../../../contract/fixtures/rescueFixtures.ts';
import { dispatchSiblings, whyNoTeam } from './dispatchSiblings.ts';

const zhang = 61;
const row = (id: number, stage: 'pending' | 'accepted' | 'dispatched', more = {}) =>
  rescueRowFixture({ id, stage, agoMs: 60_000, row: more });

test('one team goes to my other claimed calls, those of the community first, to no one else’s and nowhere twice', () => {
  const here = row(1, 'accepted');
  const rows = [
    here,
    row(6, 'accepted', { community_name: '锦绣园' }),
    row(2, 'accepted'),
    row(3, 'pending'),
    row(4, 'dispatched'),
    row(5, 'accepted', { accepted_by: { id: 62, name: '刘洋' } }),
    // Another community of the same name.
    row(7, 'accepted', { full_area: '云州市 / 江北区 / 江湾街道' }),
  ];
  expect(dispatchSiblings(here, rows, zhang).map(({ id }) => id)).toEqual([2, 6, 7]);
});

test('a team is not sent to a call that went on meanwhile', () => {
  expect(whyNoTeam(row(2, 'accepted'), zhang)).toBeNull();
  expect(whyNoTeam(row(2, 'dispatched'), zhang)).toMatchObject({ kind: 'refused', message: '已派出过' });
  expect(whyNoTeam(row(2, 'pending'), zhang)).toMatchObject({ kind: 'refused', message: '受理已失效，未派出' });
  for (const stage of ['accepted', 'dispatched'] as const)
    expect(whyNoTeam(row(2, stage, { accepted_by: { id: 62, name: '刘洋' } }), zhang)).toMatchObject({
      kind: 'refused',
      message: '已由 刘洋 处置',
    });
});

test('a call that cannot be seen gets no team, but can be tried again', () => {
  expect(whyNoTeam(undefined, zhang)).toMatchObject({ kind: 'failed' });
});
