import { expect, it } from 'vitest';
import { readBoardAddress, writeBoardAddress } from './boardAddress.ts';

it("a wall's address holds its layout and its moment", () => {
  const atMs = Date.parse('2026-11-20T18:40:00+08:00');
  const query = writeBoardAddress(new URLSearchParams(), {
    hidden: new Set(['time', 'left']),
    replayAtMs: atMs,
    speed: 60,
  });
  expect(query.get('hide')).toBe('left,time');
  expect(readBoardAddress(query)).toEqual({
    hidden: new Set(['left', 'time']),
    renderer: 'auto',
    replayAtMs: atMs,
    speed: 60,
  });
  expect(writeBoardAddress(query, { hidden: new Set(), replayAtMs: null }).toString()).toBe('');
});

it('what cannot be read is left at its default', () => {
  expect(readBoardAddress(new URLSearchParams('hide=x,left&map=gl&at=yesterday&speed=900'))).toEqual({
    hidden: new Set(['left']),
    renderer: 'auto',
    replayAtMs: null,
    speed: 10,
  });
});
