import { describe, expect, it } from 'vitest';
import { withMarbles } from '../loading/marbles.testing.ts';
import { parsePushFrame, pushFrames } from './pushFrames.ts';

describe('raw frames', () => {
  it('that cannot be parsed become values: the good ones around them still arrive', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source$ = hot('  abc|', {
        a: '{"text":"new_rescue_order:7"}',
        b: '{broken',
        c: '{"epoch":"e1","position":3}',
      });
      expectObservable(pushFrames(source$)).toBe('abc|', {
        a: { kind: 'frame', frame: { text: 'new_rescue_order:7' } },
        b: { kind: 'malformed', problem: 'not JSON' },
        c: { kind: 'frame', frame: { epoch: 'e1', position: 3 } },
      });
      expectSubscriptions(source$.subscriptions).toBe('^--!');
    });
  });
  it('of a wrong shape say what is wrong', () => {
    expect(parsePushFrame('{"position":"x"}')).toMatchObject({
      kind: 'malformed',
      problem: expect.stringContaining('position'),
    });
    expect(parsePushFrame('{"event":{"kind":"rescue.exploded"}}')).toMatchObject({ kind: 'malformed' });
    expect(parsePushFrame(new ArrayBuffer(4))).toEqual({ kind: 'malformed', problem: 'not a text frame' });
  });
});
