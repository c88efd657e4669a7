import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { heldClaims, type HeldClaimsSources } from './heldClaims.ts';
import { withMarbles } from '../loading/marbles.testing.ts';

const me = 7;
const claimed = (orderId: number, byUserId = me): PushEvent => ({
  kind: 'rescue.claimed',
  orderId,
  elevatorId: 1,
  byUserId,
  byUserName: '张伟',
});
const ringing = (orderId: number): PushEvent => ({
  kind: 'rescue.ringing',
  orderId,
  elevatorId: 1,
  priority: 1,
  tag: '',
  addr: '',
  sosTel: '',
  communityName: '',
  fullArea: '',
  trigger: 'trapped',
  raisedAtMs: 1,
  noticeLevel: 0,
  reminder: false,
});
const over = (orderId: number): PushEvent => ({ kind: 'rescue.over', orderId, elevatorId: 1, how: 'completed' });
const handedOver: PushEvent = changeFixture('rescue.handedOver', { id: 3 });
const numbers = { 0: 0, 1: 1, 2: 2 };

const count = (events: string, counts: string, load: HeldClaimsSources['load'] = () => NEVER): void =>
  withMarbles(({ hot, expectObservable }) => {
    const events$ = hot(events, {
      a: claimed(1),
      b: claimed(2),
      c: claimed(1, 8),
      r: ringing(1),
      o: over(2),
      h: handedOver,
    });
    expectObservable(heldClaims({ userId: me, load, events$, snapshotNeeded$: NEVER })).toBe(counts, numbers);
  });

describe('the calls that I have claimed', () => {
  it('grow with each claim of mine, and with no one else’s', () => count('-a-c-b', '01-0-1'));
  it('shrink when one ends, or rings again because my claim lapsed', () => count('-a-b-r-o', '01-2-1-0'));
  it('are known after a reload of the page', () => {
    withMarbles(({ cold, hot, expectObservable }) => {
      const sources = {
        userId: me,
        load: () => cold('--(l|)', { l: [4, 5] }),
        events$: hot<PushEvent>('----'),
        snapshotNeeded$: NEVER,
      };
      expectObservable(heldClaims(sources)).toBe('0-2', numbers);
    });
  });
  it('are asked for again after a hand-over', () => {
    const answers = [[3], []];
    withMarbles(({ cold, hot, expectObservable }) => {
      const load = () => cold('-(l|)', { l: answers.shift() ?? [] });
      const sources = { userId: me, load, events$: hot('---h---', { h: handedOver }), snapshotNeeded$: NEVER };
      expectObservable(heldClaims(sources)).toBe('01--0', numbers);
    });
    expect(answers).toEqual([]);
  });
});
