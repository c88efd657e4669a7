import { expect, test } from 'vitest';
import { spokenColumn, statusColumn, textColumn } from './columns.tsx';
import type { Column } from './listTypes.ts';
import { greaterNeeds, leastTableWidth, needsOf, shareWidths } from './shareWidths.ts';

interface Lift {
  readonly tag: string;
  readonly community: string;
  readonly company: string;
  readonly state: number;
}
const columns: readonly Column<Lift>[] = [
  spokenColumn('tag', '编号', { width: 90 }),
  textColumn('community', '小区', { width: 120 }),
  textColumn('company', '维保单位', { width: 180 }),
  statusColumn('state', '状态', () => ({ label: '在用', icon: 'check-circle' }), { width: 100 }),
];
const rowsWith = (company: string): Lift[] => [
  { tag: '17-2026-000318', community: '云川高新技术产业开发区科学城人才公寓', company, state: 0 },
  { tag: '2', community: '翠湖花园', company: '', state: 0 },
];
/** The widths in a table of this width in px. */
const widthsIn = (room: number, rows: readonly Lift[]): number[] => {
  const shares = shareWidths(columns, needsOf(columns, rows));
  const left = Math.max(room, leastTableWidth(shares, 0)) - shares.reduce((sum, { base }) => sum + base, 0);
  return shares.map(({ base, part }) => Math.round(base + left * part));
};

test('an empty column gives its room to the one whose texts are cut', () => {
  const [, community = 0, company = 0] = widthsIn(560, rowsWith(''));
  expect(company).toBeLessThan(120);
  expect(community).toBeGreaterThan(180);
});

test('where both are long, both get the same rest by what they lack, and the table is filled', () => {
  const long = rowsWith('云川市安居电梯工程技术服务有限责任公司第二分公司');
  const [, community = 0, company = 0] = widthsIn(1_100, long);
  expect(community).toBeGreaterThan(240);
  expect(company).toBeGreaterThan(300);
  expect(widthsIn(1_100, long).reduce((sum, width) => sum + width, 0)).toBeCloseTo(1_100, -1);
});

test('a number that is read out gets all of its width in the narrowest table, and a state what its tag needs', () => {
  const [tag = 0, , , state] = widthsIn(320, rowsWith(''));
  expect(tag).toBeGreaterThanOrEqual(130);
  expect(state).toBe(84);
});

test('a heading is never cut for the sake of another column', () => {
  const [, , company = 0] = widthsIn(320, rowsWith(''));
  expect(company).toBeGreaterThanOrEqual(4 * 12 + 24);
});

test('paging to shorter texts moves no column, and to longer ones only those', () => {
  const long = needsOf(columns, rowsWith('安居电梯工程技术服务有限责任公司'));
  expect(greaterNeeds(long, needsOf(columns, rowsWith('')))).toBe(long);
  const grown = greaterNeeds(needsOf(columns, rowsWith('')), long);
  expect(grown.get('company')).toBe(long.get('company'));
  expect(grown.get('tag')).toBe(long.get('tag'));
});

test('in a tree the first column has room for its indent besides its longest name', () => {
  const names: readonly Column<Lift>[] = [textColumn('community', '小区', { width: 120 })];
  const need = (lead?: () => number) => needsOf(names, rowsWith(''), lead).get('community') ?? 0;
  expect(need(() => 78) - need()).toBe(78);
});
