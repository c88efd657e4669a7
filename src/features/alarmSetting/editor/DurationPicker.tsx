import { useState } from 'react';
import { Stepper } from '../../../ui/form/Stepper.tsx';
import { Select } from '../../../ui/Select/Select.tsx';

interface DurationPickerProps {
  label: string;
  seconds: number;
  /** The longest duration the rule accepts. */
  mostSeconds: number;
  /** 0 if no duration is allowed as well. */
  leastSeconds?: number;
  onChange: (seconds: number) => void;
}

const units = [
  { value: 1, label: '秒' },
  { value: 60, label: '分钟' },
  { value: 3_600, label: '小时' },
];
const unitOf = (seconds: number): number =>
  seconds > 0 && seconds % 3_600 === 0 ? 3_600 : seconds % 60 === 0 ? 60 : 1;

/** A duration as a number and a unit. */
export function DurationPicker({ label, seconds, mostSeconds, leastSeconds = 0, onChange }: DurationPickerProps) {
  const [chosenUnit, setUnit] = useState(unitOf(seconds));
  // A value set elsewhere may not be a whole number of the chosen unit.
  const unit = seconds % chosenUnit === 0 ? chosenUnit : unitOf(seconds);
  const most = Math.floor(mostSeconds / unit);
  return (
    <div className="rule-duration">
      <Stepper
        label={label}
        value={seconds / unit}
        min={Math.ceil(leastSeconds / unit)}
        max={most}
        onChange={(value) => onChange(value * unit)}
      />
      <Select
        label={`${label}的单位`}
        value={unit}
        options={units.filter(({ value }) => value <= mostSeconds)}
        onChange={(next) => {
          if (next === null) return;
          setUnit(next);
          onChange(Math.min(Math.floor(mostSeconds / next), seconds / unit) * next);
        }}
      />
    </div>
  );
}
