import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '../IconButton/IconButton.tsx';
import { formatDate, startOfDayMs, startOfMonthMs } from '../time/formatTime.ts';
import { endOfDayMs, type TimeRange } from '../time/timeRange.ts';
import { addMonths, dayAfterKey, monthGrid } from './monthGrid.ts';
import './RangeCalendar.css';

interface RangeCalendarProps {
  value: TimeRange;
  /** Called when both days are chosen: midnight of the first to the last second of the last, in UTC+8. */
  onChange: (range: { fromMs: number; toMs: number }) => void;
  nowMs: number;
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日'];

/** `2026 年 3 月` */
function monthTitle(monthMs: number): string {
  const [year, month] = formatDate(monthMs).split('-');
  return `${year} 年 ${Number(month)} 月`;
}

/**
 * Two months in which to choose a first and a last day, with the mouse or with the arrow keys. Opens at the past: that
 * is what one looks for.
 */
export function RangeCalendar({ value, onChange, nowMs }: RangeCalendarProps) {
  const [firstMs, setFirstMs] = useState<number | null>(null);
  const [hoverMs, setHoverMs] = useState<number | null>(null);
  const [monthMs, setMonthMs] = useState(() =>
    Math.min(startOfMonthMs(value.fromMs ?? value.toMs ?? nowMs), addMonths(nowMs, -1)),
  );
  const [cursorMs, setCursorMs] = useState(() => startOfDayMs(value.fromMs ?? nowMs));
  const rootRef = useRef<HTMLDivElement>(null);

  const today = startOfDayMs(nowMs);
  const [fromMs, toMs] =
    firstMs === null
      ? [value.fromMs, value.toMs]
      : [Math.min(firstMs, hoverMs ?? firstMs), Math.max(firstMs, hoverMs ?? firstMs)];

  const choose = (dayMs: number): void => {
    setCursorMs(dayMs);
    if (firstMs === null) {
      setFirstMs(dayMs);
      setHoverMs(dayMs);
    } else {
      setFirstMs(null);
      onChange({ fromMs: Math.min(firstMs, dayMs), toMs: endOfDayMs(Math.max(firstMs, dayMs)) });
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = dayAfterKey(cursorMs, event.key);
    if (next === null) return;
    event.preventDefault();
    // The day that a key moves to may exist only after its month is drawn.
    flushSync(() => {
      setCursorMs(next);
      setHoverMs(next);
      if (next < monthMs) setMonthMs(startOfMonthMs(next));
      else if (next >= addMonths(monthMs, 2)) setMonthMs(addMonths(next, -1));
    });
    rootRef.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  const months = [monthMs, addMonths(monthMs, 1)];
  // One day can always be reached with Tab, also when the months were turned away from the cursor.
  const isCursorShown = cursorMs >= monthMs && cursorMs < addMonths(monthMs, 2);
  const tabStopMs = isCursorShown ? cursorMs : monthMs;

  return (
    <div className="ti-range-calendar" ref={rootRef}>
      {months.map((month, index) => (
        <div key={month} className="ti-range-calendar__month">
          <div className="ti-range-calendar__head">
            {index === 0 ? (
              <IconButton
                size="small"
                icon="angle-left"
                label="上个月"
                onClick={() => setMonthMs(addMonths(monthMs, -1))}
              />
            ) : (
              <span />
            )}
            <span id={`month-${month}`}>{monthTitle(month)}</span>
            {index === 1 ? (
              <IconButton
                size="small"
                icon="angle-right"
                label="下个月"
                onClick={() => setMonthMs(addMonths(monthMs, 1))}
              />
            ) : (
              <span />
            )}
          </div>
          <table role="grid" aria-labelledby={`month-${month}`} onKeyDown={onKeyDown}>
            <thead>
              <tr>
                {weekdays.map((weekday) => (
                  <th key={weekday} scope="col" abbr={`星期${weekday}`}>
                    {weekday}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {monthGrid(month).map((week, weekIndex) => (
                <tr key={weekIndex}>
                  {week.map((dayMs, dayIndex) => {
                    if (dayMs === null) return <td key={dayIndex} />;
                    const isEdge =
                      (fromMs !== null && startOfDayMs(fromMs) === dayMs) ||
                      (toMs !== null && startOfDayMs(toMs) === dayMs);
                    const isInside = fromMs !== null && toMs !== null && dayMs >= startOfDayMs(fromMs) && dayMs <= toMs;
                    return (
                      <td key={dayIndex} data-inside={isInside || undefined} aria-selected={isInside || isEdge}>
                        <button
                          type="button"
                          data-day={dayMs}
                          data-edge={isEdge || undefined}
                          tabIndex={dayMs === tabStopMs ? 0 : -1}
                          aria-current={dayMs === today ? 'date' : undefined}
                          aria-label={formatDate(dayMs).replace(/-0?(\d+)-0?(\d+)$/, ' 年 $1 月 $2 日')}
                          onClick={() => choose(dayMs)}
                          onPointerEnter={() => setHoverMs(dayMs)}
                        >
                          {Number(formatDate(dayMs).slice(8))}
                        </button>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </div>
  );
}
