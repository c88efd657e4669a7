import { mostPeriodDays } from '../../contract/statistics/subjects.ts';
import { addDays, daysBetween } from '../../contract/time.ts';

export const periodKinds = ['month', 'quarter', 'year', 'free'] as const;
export type PeriodKind = (typeof periodKinds)[number];
export const periodKindLabels: Readonly<Record<PeriodKind, string>> = {
  month: '月',
  quarter: '季度',
  year: '年',
  free: '自选',
};

/** Days that are counted together; both are whole days, and the last one may be today. */
export interface Period {
  readonly kind: PeriodKind;
  readonly from: string;
  readonly to: string;
  /** As the address holds it: `2026-11`, `2026-Q4`, `2026`, `2026-11-03_2026-11-20`. */
  readonly key: string;
}

const monthOf = (year: number, month: number): string =>
  new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);

/** The first and the last day of a month, a quarter or a year. */
function calendarDays(key: string): { readonly kind: PeriodKind; readonly from: string; readonly to: string } | null {
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(key);
  if (month !== null) return spanOf('month', Number(month[1]), Number(month[2]), 1);
  const quarter = /^(\d{4})-Q([1-4])$/.exec(key);
  if (quarter !== null) return spanOf('quarter', Number(quarter[1]), Number(quarter[2]) * 3 - 2, 3);
  const year = /^(\d{4})$/.exec(key);
  return year === null ? null : spanOf('year', Number(year[1]), 1, 12);
}

const spanOf = (kind: PeriodKind, year: number, month: number, months: number) => ({
  kind,
  from: monthOf(year, month),
  to: addDays(monthOf(year, month + months), -1),
});

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

const freeDays = (key: string): { readonly kind: 'free'; readonly from: string; readonly to: string } | null => {
  const [from = '', to = '', ...rest] = key.split('_');
  return rest.length === 0 && isDay(from) && isDay(to) ? { kind: 'free', from, to } : null;
};

/** The month, quarter or year in which a day lies, as the address holds it. */
export function keyOfDay(kind: Exclude<PeriodKind, 'free'>, day: string): string {
  const [year = '', month = '01'] = day.split('-');
  if (kind === 'year') return year;
  return kind === 'month' ? `${year}-${month}` : `${year}-Q${Math.ceil(Number(month) / 3)}`;
}

/** The key of these days: that of the month, quarter or year that they are, so far as it has passed. */
export function keyOfDays(from: string, to: string, today: string): string {
  for (const kind of ['month', 'quarter', 'year'] as const) {
    const key = keyOfDay(kind, from);
    const whole = calendarDays(key);
    const end = whole === null || whole.to > today ? today : whole.to;
    if (whole !== null && whole.from === from && end === to) return key;
  }
  return `${from}_${to}`;
}

export const thisMonth = (today: string): Period => {
  const key = keyOfDay('month', today);
  return { kind: 'month', from: `${key}-01`, to: today, key };
};

/** Reads the address. A period that cannot be counted becomes this month, and `problem` says why. */
export function readPeriod(
  text: string | null,
  today: string,
): { readonly period: Period; readonly problem: string | null } {
  if (text === null || text === '') return { period: thisMonth(today), problem: null };
  const read = calendarDays(text) ?? freeDays(text);
  const instead = (why: string) => ({ period: thisMonth(today), problem: `链接中的时间“${text}”${why}，已改为本月` });
  if (read === null) return instead('无法识别');
  if (read.from > read.to) return instead('结束早于开始');
  if (read.from > today) return instead('尚未开始');
  const to = read.to > today ? today : read.to;
  if (daysBetween(read.from, to) >= mostPeriodDays) return instead('超过 10 年');
  return { period: { ...read, to, key: text }, problem: null };
}

/** The neighbouring period of the same length; null for one that has not begun, and beside a free one. */
export function periodBeside({ kind, from }: Period, by: -1 | 1, today: string): string | null {
  if (kind === 'free') return null;
  const months = { month: 1, quarter: 3, year: 12 }[kind] * by;
  const [year = 0, month = 1] = from.split('-').map(Number);
  const start = monthOf(year, month + months);
  return start > today ? null : keyOfDay(kind, start);
}

/** `2026 年 11 月`, `2026 年第 4 季度`, with the last day of one that is not over. */
export function describePeriod({ kind, from, to, key }: Period): string {
  const [year = '', month = ''] = from.split('-');
  if (kind === 'free') return from === to ? from : `${from} 至 ${to}`;
  const name =
    kind === 'year'
      ? `${year} 年`
      : kind === 'month'
        ? `${year} 年 ${Number(month)} 月`
        : `${year} 年第 ${key.slice(-1)} 季度`;
  const isOver = calendarDays(key)?.to === to;
  return isOver ? name : `${name}（至 ${Number(to.slice(5, 7))} 月 ${Number(to.slice(8))} 日）`;
}
