import { Switch } from '../../../ui/form/Switch.tsx';
import { DurationPicker } from './DurationPicker.tsx';

interface OptionalDurationProps {
  label: string;
  durationLabel: string;
  /** 0 for none. */
  seconds: number;
  /** The duration with which it starts when it is switched on. */
  usualSeconds: number;
  mostSeconds: number;
  onChange: (seconds: number) => void;
}

/** A switch and, while it is on, a time. */
export function OptionalDuration({
  label,
  durationLabel,
  seconds,
  usualSeconds,
  mostSeconds,
  onChange,
}: OptionalDurationProps) {
  return (
    <div className="rule-picker__row">
      <Switch label={label} isOn={seconds > 0} onChange={(isOn) => onChange(isOn ? usualSeconds : 0)} />
      {seconds > 0 && (
        <DurationPicker
          label={durationLabel}
          seconds={seconds}
          leastSeconds={1}
          mostSeconds={mostSeconds}
          onChange={onChange}
        />
      )}
    </div>
  );
}
