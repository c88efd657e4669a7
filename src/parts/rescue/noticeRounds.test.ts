import { describe, expect, it } from 'vitest';
import { notificationFixture } from '../../contract/fixtures/notificationFixtures.ts';
import { fixtureTime } from '../../contract/fixtures/rescueFixtures.ts';
import { noticeRounds, roundsSoFar, roundSummary, toldPeople, withRoundNumbers } from './noticeRounds.ts';

const second = 1_000;
const event = (position: number, type: string, agoMs: number, title = type) => ({
  position,
  type,
  title,
  received_at: fixtureTime(agoMs),
});
/** Two rounds, a claim that lapsed, and the first round of the ladder again. */
const timeline = [
  event(10, 'rescue.raised', 600 * second),
  event(11, 'rescue.escalated', 540 * second, '升级通知：第 1 轮'),
  event(12, 'rescue.escalated', 480 * second, '升级通知：第 2 轮'),
  event(13, 'rescue.accepted', 470 * second),
  event(14, 'rescue.claimLapsed', 100 * second),
  event(15, 'rescue.escalated', 40 * second, '升级通知：第 1 轮'),
];
const notice = (id: number, rung: number, agoMs: number, more = {}) =>
  notificationFixture({ id, rung, agoMs, state: 'delivered', recipient: `人员 ${id}`, ...more });

describe('the rounds of notices of a call', () => {
  it('are counted from the call on by one counter, also after a claim lapsed', () => {
    expect(
      withRoundNumbers(timeline).flatMap(({ type, title }) => (type === 'rescue.escalated' ? [title] : [])),
    ).toEqual(['升级通知：第 1 轮', '升级通知：第 2 轮', '升级通知：第 3 轮']);
    expect(roundsSoFar(timeline)).toBe(3);
  });

  it('hold the notices of the round that began last before them, in order of time', () => {
    const rounds = noticeRounds(
      [
        notice(5, 1, 39 * second),
        notice(1, 0, 599 * second),
        notice(2, 1, 539 * second),
        notice(4, 0, 99 * second),
        notice(3, 2, 479 * second),
      ],
      timeline,
    );
    expect(rounds.map(({ title, position, notices }) => [title, position, notices.map(({ id }) => id)])).toEqual([
      ['呼叫通知', null, [1]],
      ['第 1 轮', 11, [2]],
      ['第 2 轮', 12, [3]],
      ['重新振铃通知', null, [4]],
      ['第 3 轮', 15, [5]],
    ]);
  });

  it('say how many people were told and how many were not reached, each person once', () => {
    const people = toldPeople([
      notice(1, 1, 0, { recipient: '王芳', state: 'givenUp' }),
      notice(2, 1, 0, { recipient: '王芳', state: 'delivered' }),
      notice(3, 1, 0, { recipient: '周德明', state: 'givenUp' }),
      notice(4, 1, 0, { recipient: '陈立', state: 'queued' }),
    ]);
    expect(roundSummary(people)).toBe('3 人，1 人未达，1 人通知中');
  });
});
