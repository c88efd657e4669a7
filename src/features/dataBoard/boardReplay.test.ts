import { expect, it } from 'vitest';
import { describeHole, describeOutside } from './boardReplay.ts';

const at = (text: string): number => Date.parse(`2026-11-${text}:00+08:00`);
const span = (from: string, to: string) => ({ fromMs: at(from), toMs: at(to) });
const spans = [span('19T08:00', '20T22:10'), span('21T01:05', '21T03:00'), span('21T06:00', '21T18:40')];

it('for a moment without data the wall shows which stretches around it have some', () => {
  expect(describeHole(at('20T23:30'), spans)).toBe(
    '11-20 23:30 没有记录，有记录的是 11-19 08:00–11-20 22:10 和 11-21 01:05–03:00',
  );
  expect(describeHole(at('21T04:00'), spans)).toBe(
    '11-21 04:00 没有记录，有记录的是 11-21 01:05–03:00 和 11-21 06:00–18:40',
  );
  expect(describeHole(at('21T04:00'), [])).toBe('11-21 04:00 没有记录');
});

it('a link to a moment before or after all data says what can be played', () => {
  const range = span('21T06:00', '21T18:40');
  expect(describeOutside(at('21T18:40'), range)).toBeNull();
  expect(describeOutside(at('13T18:40'), range)).toBe('2026-11-13 18:40 没有记录，可回放 11-21 06:00–18:40');
  expect(describeOutside(at('22T18:40'), range)).toBe('2026-11-22 18:40 没有记录，可回放 11-21 06:00–18:40');
  expect(describeOutside(at('13T18:40'), null)).toBe('2026-11-13 18:40 没有记录：还没有可回放的数据');
});
