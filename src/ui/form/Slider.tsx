import { useId } from 'react';
import '../theme/form.css';
import './Slider.css';

interface SliderProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  step?: number;
  unit?: string;
  isDisabled?: boolean;
  onChange: (value: number) => void;
}

/** A value in a range; the arrow keys move it by one step. */
export function Slider({
  label,
  value,
  min = 0,
  max = 100,
  step = 1,
  unit = '',
  isDisabled = false,
  onChange,
}: SliderProps) {
  const id = useId();
  return (
    <div className="ti-field">
      <label className="ti-field__label" htmlFor={id}>
        {label}
      </label>
      <div className="ti-slider">
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          disabled={isDisabled}
          style={{ '--slider-share': `${((value - min) / (max - min)) * 100}%` }}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
        <output htmlFor={id}>
          {value}
          {unit}
        </output>
      </div>
    </div>
  );
}
