import { Button } from '../Button/Button.tsx';
import { Icon } from '../Icon/Icon.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { usePopover } from '../Popover/usePopover.ts';
import '../Popover/Popover.css';
import { RangeCalendar } from '../RangeCalendar/RangeCalendar.tsx';
import { formatClockTime, formatDate, formatDateTime, startOfDayMs } from '../time/formatTime.ts';
import { anyTime, timePresets, type TimeRange } from '../time/timeRange.ts';
import '../theme/form.css';
import './DateTimeRange.css';

interface DateTimeRangeProps {
  label: string;
  value: TimeRange;
  onChange: (value: TimeRange) => void;
  /** To the minute instead of whole days. */
  hasTime?: boolean;
  placeholder?: string;
  isDisabled?: boolean;
  /** For stories and tests that stand still. */
  readNowMs?: () => number;
}

/** A range as one reads it: `2026-03-01 至 2026-03-04`. */
function describeRange({ fromMs, toMs }: TimeRange, hasTime: boolean): string {
  const format = hasTime ? formatDateTime : formatDate;
  const [from, to] = [fromMs, toMs].map((ms) => (ms === null ? '不限' : format(ms)));
  return from === to ? `${from}` : `${from} 至 ${to}`;
}

/** The same day at another time of day, as a time input gives it (`15:06`). */
function atTimeOfDay(ms: number, time: string, seconds: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return startOfDayMs(ms) + (hours * 3600 + minutes * 60 + seconds) * 1000;
}

/** From and to, in UTC+8, with the ranges that people ask for most. Whole days unless `hasTime`. */
export function DateTimeRange({
  label,
  value,
  onChange,
  hasTime = false,
  placeholder = '不限时间',
  isDisabled = false,
  readNowMs = Date.now,
}: DateTimeRangeProps) {
  const { isOpen, close, toggle, boxRef } = usePopover();
  const { fromMs, toMs } = value;
  const isAny = fromMs === null && toMs === null;
  const shown = isAny ? placeholder : describeRange(value, hasTime);
  const choose = (range: TimeRange): void => {
    close();
    onChange(range);
  };
  return (
    <div className="ti-popover ti-date-range" ref={boxRef}>
      <button
        type="button"
        className="ti-input ti-date-range__button"
        data-empty={isAny || undefined}
        title={label}
        aria-label={shown === label ? label : `${label} ${shown}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={isDisabled}
        onClick={toggle}
      >
        <Icon name="calendar" />
        {shown}
      </button>
      {!isAny && !isDisabled && (
        <IconButton size="small" icon="times" label={`清除${label}`} onClick={() => choose(anyTime)} />
      )}
      {isOpen && (
        <div className="ti-popover__panel ti-date-range__panel" data-align="left" role="dialog" aria-label={label}>
          <div className="ti-date-range__presets">
            {timePresets.map((preset) => (
              <Button key={preset.label} size="small" variant="plain" onClick={() => choose(preset.range(readNowMs()))}>
                {preset.label}
              </Button>
            ))}
          </div>
          <div>
            <RangeCalendar value={value} nowMs={readNowMs()} onChange={hasTime ? onChange : choose} />
            {hasTime && fromMs !== null && toMs !== null && (
              <div className="ti-date-range__times">
                <label>
                  从
                  <input
                    className="ti-input"
                    type="time"
                    value={formatClockTime(fromMs).slice(0, 5)}
                    onChange={(event) => onChange({ fromMs: atTimeOfDay(fromMs, event.target.value, 0), toMs })}
                  />
                </label>
                <label>
                  至
                  <input
                    className="ti-input"
                    type="time"
                    value={formatClockTime(toMs).slice(0, 5)}
                    onChange={(event) => onChange({ fromMs, toMs: atTimeOfDay(toMs, event.target.value, 59) })}
                  />
                </label>
                <Button size="small" variant="primary" onClick={close}>
                  确定
                </Button>
              </div>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
