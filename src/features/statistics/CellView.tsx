import { judgementLabels } from '../../contract/statistics/funnel.ts';
import { wilsonInterval } from '../../contract/statistics/intervals.ts';
import { peakHour, type RowChange, type StatisticsCell } from '../../contract/statisticsTable/columns.ts';
import { percentText } from '../../ui/percent/percentText.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { cellText, changeText, changeWords, intervalText, judgementTags, nothing, numberText } from './cellText.ts';

const dash = <span className="ti-none">{nothing}</span>;

/** The change against another period: grey while chance explains it. */
export function ChangeView({ change, unit }: { change: RowChange; unit: string }) {
  const text = changeText(change);
  const words = changeWords(change, unit);
  if (text === nothing)
    return (
      <span className="ti-none" title={words}>
        {nothing}
      </span>
    );
  const isReal = change?.is_significant === true;
  const tone = !isReal ? undefined : (change?.z ?? 0) > 0 ? 'up' : 'down';
  return (
    <span className="st-change" data-tone={tone} title={words}>
      {text}
      {isReal && <b>显著</b>}
    </span>
  );
}

/** Twenty-four hours as bars. */
function HoursStrip({ hours }: { hours: readonly number[] }) {
  const most = Math.max(1, ...hours);
  const peak = peakHour(hours);
  return (
    <span
      className="st-hours"
      role="img"
      aria-label={peak === null ? '各时段均为 0' : `高峰 ${peak}`}
      title={peak ?? ''}
    >
      {hours.map((num, hour) => (
        <i key={hour} style={{ height: `${(num / most) * 100}%` }} />
      ))}
    </span>
  );
}

/** A cell of the table. */
export function CellView({ cell, unit }: { cell: StatisticsCell; unit: string }) {
  switch (cell.kind) {
    case 'text':
      return cell.text === null ? dash : cell.text;
    case 'number':
      return cell.value === null ? dash : numberText(cell.value, cell.digits);
    case 'rate':
      if (cell.value === null) return dash;
      return (
        <>
          {numberText(cell.value, cell.digits)}
          {cell.interval !== null && (
            <span className="st-interval" title="95% 区间">
              {intervalText(cell.interval, cell.digits)}
            </span>
          )}
        </>
      );
    case 'share': {
      if (cell.total === 0) return dash;
      const { low, high } = wilsonInterval(cell.met, cell.total);
      return (
        <span title={`95% 区间 ${percentText(low, 1)}–${percentText(high, 1)}`}>
          {percentText(cell.met, cell.total)}
          <span className="st-interval">
            {numberText(cell.met, 0)}/{numberText(cell.total, 0)}
          </span>
        </span>
      );
    }
    case 'duration':
      if (cell.value === null && cell.missing === 0) return dash;
      return (
        <>
          {cell.value === null ? dash : numberText(cell.value, cell.digits)}
          {cell.missing > 0 && <span className="st-interval">缺 {cell.missing}</span>}
        </>
      );
    case 'change':
      return <ChangeView change={cell.change} unit={unit} />;
    case 'rank':
      return cell.rank === null ? dash : cellText(cell);
    case 'judgement':
      return <StatusTag label={judgementLabels[cell.judgement]} {...judgementTags[cell.judgement]} />;
    case 'top':
      return cell.label === null ? (
        dash
      ) : (
        <span className="st-top" title={cellText(cell)}>
          <span>{cell.label}</span>
          <span className="st-interval">{percentText(cell.num, cell.total)}</span>
        </span>
      );
    case 'hours':
      return <HoursStrip hours={cell.hours} />;
  }
}

/** Figures stand at the right, words at the left. */
export const isFigure = ({ kind }: StatisticsCell): boolean =>
  kind === 'number' ||
  kind === 'rate' ||
  kind === 'share' ||
  kind === 'duration' ||
  kind === 'change' ||
  kind === 'rank';
