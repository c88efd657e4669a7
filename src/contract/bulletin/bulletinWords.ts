import { subjectFacts } from '../statistics/subjects.ts';
import type { BulletinChange, BulletinContent, BulletinDuration } from './bulletinContent.ts';

/** Numbers and shares of a bulletin in words: page, sheets and file write them alike. */

export const countText = (num: number): string => num.toLocaleString('en-US');

/** `98.4%`; a dash of nothing. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? '—' : `${(Math.round((part / whole) * 1_000) / 10).toFixed(1)}%`;

/** `118/120（98.3%）` */
export const metText = ({ met, total }: { readonly met: number; readonly total: number }): string =>
  total === 0 ? '—' : `${countText(met)}/${countText(total)}（${shareText(met, total)}）`;

/** Two digits after the point; null for none. */
export const rounded = (value: number | null, digits = 2): number | null =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;

export const minutesOf = (seconds: number | null): number | null => rounded(seconds === null ? null : seconds / 60, 1);

const minutesText = (seconds: number | null): string =>
  seconds === null ? '—' : `${(minutesOf(seconds) ?? 0).toFixed(1)} 分钟`;

/** `中位 8.2 分钟，P90 16.0 分钟（缺 2 起）` */
export function durationText({ median_s: median, p90_s: p90, num, missing }: BulletinDuration): string {
  const lacking = missing === 0 ? '' : `（缺 ${countText(missing)} 起）`;
  return num === 0 ? `没有记录${lacking}` : `中位 ${minutesText(median)}，P90 ${minutesText(p90)}${lacking}`;
}

/** `+12.5%`, by rates; in words where there is no rate to compare. */
export function changeText(change: BulletinChange): string {
  if (change === null) return '—';
  if (change.ratio === null) return '由 0 起';
  const percent = Math.round((change.ratio - 1) * 1_000) / 10;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`;
}

/** `环比 +12.5%（上月 8 起），在机会波动范围内` */
export function changeSentence(kind: '环比' | '同比', change: BulletinChange): string {
  const before = kind === '环比' ? '上月' : '上年同月';
  if (change === null) return `${kind}无可比数据`;
  const chance = change.is_significant ? '超出机会波动范围' : '在机会波动范围内';
  const earlier = `${before} ${countText(change.before_num)} 起`;
  return change.ratio === null
    ? `${kind}${earlier}，${chance}`
    : `${kind} ${changeText(change)}（${earlier}），${chance}`;
}

const { rateDays, rateLabel } = subjectFacts.trap;
/** Of every rate in a bulletin. */
export const rateUnit = rateLabel;

/** Entrapments by 100 lifts and month. */
export const rateOfCounted = ({
  num,
  exposure_days: days,
}: {
  readonly num: number;
  readonly exposure_days: number;
}) => (days <= 0 ? null : (num / days) * rateDays);

export const rateText = (rate: number | null): string => (rate === null ? '—' : rate.toFixed(2));

/** A band of two hours: `08–10 时`. */
export const bandText = (hour: number): string =>
  `${String(hour).padStart(2, '0')}–${String(hour + 2).padStart(2, '0')} 时`;

/** Entrapments by bands of two hours. */
export const twoHourBands = ({ hours }: Pick<BulletinContent, 'hours'>): readonly { hour: number; num: number }[] =>
  Array.from({ length: 12 }, (_, index) => ({
    hour: index * 2,
    num: (hours[index * 2] ?? 0) + (hours[index * 2 + 1] ?? 0),
  }));
