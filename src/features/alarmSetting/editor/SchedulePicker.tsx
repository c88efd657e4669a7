import type { TimeWindow } from '../../../contract/rules/alarmRule.ts';
import { windowWords } from '../../../contract/rules/ruleWords.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { IconButton } from '../../../ui/IconButton/IconButton.tsx';
import { Select } from '../../../ui/Select/Select.tsx';

interface SchedulePickerProps {
  schedule: readonly TimeWindow[];
  onChange: (schedule: TimeWindow[]) => void;
}

type Day = TimeWindow['days'][number];
const days: readonly { readonly value: Day; readonly label: string }[] = [
  { value: 1, label: '一' },
  { value: 2, label: '二' },
  { value: 3, label: '三' },
  { value: 4, label: '四' },
  { value: 5, label: '五' },
  { value: 6, label: '六' },
  { value: 7, label: '日' },
];
const everyDay = days.map(({ value }) => value);
const presets: readonly { readonly label: string; readonly window: TimeWindow }[] = [
  { label: '夜间', window: { days: everyDay, from: '22:00', to: '06:00' } },
  { label: '白天', window: { days: everyDay, from: '08:00', to: '18:00' } },
  { label: '周末全天', window: { days: [6, 7], from: '00:00', to: '00:00' } },
];
const mostWindows = 10;
const two = (value: number): string => String(value).padStart(2, '0');
const halfHours = Array.from({ length: 48 }, (_, index) => `${two(Math.floor(index / 2))}:${two((index % 2) * 30)}`);
const timesWith = (time: string) =>
  [...new Set([...halfHours, time])].toSorted((a, b) => a.localeCompare(b)).map((value) => ({ value, label: value }));

function WindowRow({
  window,
  number,
  onChange,
  onRemove,
}: {
  window: TimeWindow;
  number: number;
  onChange: (window: TimeWindow) => void;
  onRemove: () => void;
}) {
  return (
    <fieldset className="rule-window">
      <legend>{windowWords(window)}</legend>
      <div className="rule-window__days">
        {days.map(({ value, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              aria-label={`周${label}`}
              checked={window.days.includes(value)}
              onChange={(event) =>
                onChange({
                  ...window,
                  days: everyDay.filter((day) => (day === value ? event.target.checked : window.days.includes(day))),
                })
              }
            />
            {label}
          </label>
        ))}
      </div>
      <div className="rule-window__times">
        <Select
          label={`时间段 ${number} 从`}
          value={window.from}
          options={timesWith(window.from)}
          onChange={(from) => from !== null && onChange({ ...window, from })}
        />
        <span>至</span>
        <Select
          label={`时间段 ${number} 到`}
          value={window.to}
          options={timesWith(window.to)}
          onChange={(to) => to !== null && onChange({ ...window, to })}
        />
        <IconButton size="small" icon="trash" label={`删除时间段 ${number}`} onClick={onRemove} />
      </div>
      <p className="rule-quiet">
        {window.from === window.to ? '起止相同：当日全天' : window.to < window.from ? '到次日' : ''}
      </p>
    </fieldset>
  );
}

/** The times at which a rule applies: weekly windows, which may pass midnight; none means any time. */
export function SchedulePicker({ schedule, onChange }: SchedulePickerProps) {
  return (
    <div className="rule-picker">
      <p className="rule-quiet">{schedule.length === 0 ? '现在：任何时间都有效。' : '在下列任一时间段内有效。'}</p>
      {schedule.map((window, index) => (
        <WindowRow
          // oxlint-disable-next-line react/no-array-index-key -- windows have no identity but their place
          key={index}
          number={index + 1}
          window={window}
          onChange={(next) => onChange(schedule.map((one, at) => (at === index ? next : one)))}
          onRemove={() => onChange(schedule.filter((_, at) => at !== index))}
        />
      ))}
      {schedule.length < mostWindows && (
        <div className="rule-picker__row">
          {presets.map(({ label, window }) => (
            <Button key={label} size="small" icon="plus" onClick={() => onChange([...schedule, window])}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {schedule.length > 0 && (
        <Button size="small" variant="plain" onClick={() => onChange([])}>
          改为任何时间
        </Button>
      )}
    </div>
  );
}
