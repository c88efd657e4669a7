import { judgementLabels, type Judgement } from '../../contract/statistics/funnel.ts';
import type { Interval } from '../../contract/statistics/intervals.ts';
import {
  changePercent,
  chanceWords,
  peakHour,
  rankText,
  type RowChange,
  type StatisticsCell,
} from '../../contract/statisticsTable/columns.ts';
import { percentText } from '../../ui/percent/percentText.ts';
import type { DotTone } from '../../ui/chart/dotTypes.ts';
import type { StatusTagProps } from '../../ui/StatusTag/StatusTag.tsx';

/** Nothing is a dash, never an empty place. */
export const nothing = '—';

export const numberText = (value: number | null, digits: number): string =>
  value === null
    ? nothing
    : value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** `0.62–1.05`. */
export const intervalText = ({ low, high }: Interval, digits: number): string =>
  `${numberText(low, digits)}–${numberText(high, digits)}`;

/** `↑ 32%`; `—` where the period before has nothing to compare with. */
export function changeText(change: RowChange): string {
  const percent = changePercent(change);
  if (percent === null) return nothing;
  const rounded = Math.round(percent);
  return rounded === 0 ? '持平' : `${rounded > 0 ? '↑' : '↓'} ${Math.abs(rounded).toLocaleString('en-US')}%`;
}

/** The comparison in words: the count before, and if the change is more than chance explains. */
export function changeWords(change: RowChange, unit: string): string {
  if (change === null) return '对比期没有数据，无法比较';
  const before = `对比期 ${change.before.num.toLocaleString('en-US')} ${unit}`;
  return `${before}，${change.is_significant ? chanceWords.real : chanceWords.chance}`;
}

/** A cell as plain text, for paper and for the title of what is drawn. */
export function cellText(cell: StatisticsCell): string {
  switch (cell.kind) {
    case 'text':
      return cell.text ?? nothing;
    case 'number':
      return numberText(cell.value, cell.digits);
    case 'rate':
      return cell.value === null || cell.interval === null
        ? numberText(cell.value, cell.digits)
        : `${numberText(cell.value, cell.digits)}（${intervalText(cell.interval, cell.digits)}）`;
    case 'share':
      return cell.total === 0
        ? nothing
        : `${numberText(cell.met, 0)}/${numberText(cell.total, 0)}（${percentText(cell.met, cell.total)}）`;
    case 'duration': {
      const missing = cell.missing === 0 ? '' : `（缺 ${cell.missing}）`;
      return `${numberText(cell.value, cell.digits)}${missing}`;
    }
    case 'change':
      return changeText(cell.change);
    case 'rank':
      return cell.rank === null ? nothing : rankText(cell.rank);
    case 'judgement':
      return judgementLabels[cell.judgement];
    case 'top':
      return cell.label === null ? nothing : `${cell.label} ${percentText(cell.num, cell.total)}`;
    case 'hours':
      return peakHour(cell.hours) ?? nothing;
  }
}

/** Low is no praise and no alarm: somebody who reports little looks the same. */
export const judgementTags: Readonly<Record<Judgement, Omit<StatusTagProps, 'label'>>> = {
  high: { tone: 'high', icon: 'arrow-up' },
  low: { tone: 'info', icon: 'arrow-down' },
  normal: { tone: 'neutral', icon: 'check' },
  tooFew: { tone: 'offline', icon: 'minus' },
};

export const judgementDots: Readonly<Record<Judgement, DotTone>> = {
  high: 'high',
  low: 'low',
  normal: 'normal',
  tooFew: 'quiet',
};
