import { expect, test } from 'vitest';
import { guessKind } from './guessKind.ts';

test.each([
  ['物业单位.xlsx', 'property'],
  ['东湖区小区清单.xlsx', 'community'],
  ['小区电梯台账 2026.xlsx', 'elevator'],
  ['维保人员名单.xlsx', 'person'],
  ['维保单位.xlsx', 'maintenance'],
  ['后台账号.xlsx', 'user'],
  ['消防员电梯专用清单.xlsx', 'checkList'],
  ['防爆电梯维保项目.xlsx', 'checkList'],
  ['导出.xlsx', undefined],
])('%s most likely holds %s', (name, kind) => {
  expect(guessKind(name)).toBe(kind);
});
