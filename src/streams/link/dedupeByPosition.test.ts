import { describe, it } from 'vitest';
import type { ServerFrame } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { dedupeByPosition, resumePosition } from './dedupeByPosition.ts';
import { withMarbles } from '../loading/marbles.testing.ts';

const changed = (position: number, epoch = 'e1'): ServerFrame => ({
  epoch,
  position,
  event: changeFixture('rescue.noted'),
});
const reminder: ServerFrame = {
  epoch: 'e1',
  position: 2,
  text: 'new_rescue_order:1',
  event: {
    kind: 'rescue.ringing',
    orderId: 1,
    elevatorId: 1,
    priority: 1,
    tag: 'DT-1',
    addr: '',
    sosTel: '',
    communityName: '',
    fullArea: '',
    trigger: 'trapped',
    raisedAtMs: 0,
    noticeLevel: 0,
    reminder: true,
  },
};
const heartbeat: ServerFrame = { heartbeat: { position: 9, serverTimeMs: 0 } };
const frames = { a: changed(2), b: changed(3), c: changed(5), n: changed(1, 'e2'), r: reminder, h: heartbeat };

describe('every event of the log', () => {
  it('is emitted once, however often a reconnect delivers it', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source$ = hot('  ab-ab-abc-c|', frames);
      expectObservable(dedupeByPosition(source$)).toBe('ab------c--|', frames);
      expectSubscriptions(source$.subscriptions).toBe('^----------!');
    });
  });
  it('before the point that the page had reached is not repeated', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source$ = hot('  abc|', frames);
      expectObservable(dedupeByPosition(source$, { from: { epoch: 'e1', position: 3 } })).toBe('--c|', frames);
      expectSubscriptions(source$.subscriptions).toBe('^--!');
    });
  });
  it('starts over in another epoch', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source$ = hot('  cn-n|', frames);
      expectObservable(dedupeByPosition(source$)).toBe('cn--|', frames);
      expectSubscriptions(source$.subscriptions).toBe('^---!');
    });
  });
  it('is distinguished from reminders and heartbeats, which always pass', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source$ = hot('  crhrh|', frames);
      expectObservable(dedupeByPosition(source$)).toBe('crhrh|', frames);
      expectSubscriptions(source$.subscriptions).toBe('^----!');
    });
  });
  it('is remembered for each subscriber separately', () => {
    withMarbles(({ cold, expectObservable }) => {
      const deduped$ = dedupeByPosition(cold('aa|', frames));
      expectObservable(deduped$).toBe('a-|', frames);
      expectObservable(deduped$).toBe('a-|', frames);
    });
  });
});

describe('the resume position', () => {
  it('follows the frames, and never moves back within an epoch', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source$ = hot('      -a-c-r-h-n|', frames);
      expectObservable(resumePosition(source$)).toBe('0a-c-c-c-n|', {
        0: null,
        a: { epoch: 'e1', position: 2 },
        c: { epoch: 'e1', position: 5 },
        n: { epoch: 'e2', position: 1 },
      });
      expectSubscriptions(source$.subscriptions).toBe('^---------!');
    });
  });
});
