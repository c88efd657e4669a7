import { useState } from 'react';
import { IconButton } from '../IconButton/IconButton.tsx';
import '../theme/form.css';
import { parseNumberInput } from './parseNumberInput.ts';
import './Stepper.css';

interface StepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  unit?: string;
  onChange: (value: number) => void;
}

/** A small whole number, outside of a form: typed, by two buttons, or by the up and down keys. It never leaves its bounds. */
export function Stepper({ label, value, min, max, unit, onChange }: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const move = (by: number): void => {
    setTyped(null);
    onChange(Math.min(max, Math.max(min, value + by)));
  };
  return (
    <span className="ti-stepper">
      <IconButton size="small" icon="minus" label={`减少${label}`} disabled={value <= min} onClick={() => move(-1)} />
      <input
        className="ti-input"
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        value={typed ?? String(value)}
        onChange={(event) => {
          setTyped(event.target.value);
          const number = parseNumberInput(event.target.value);
          if (number !== null && Number.isInteger(number) && number >= min && number <= max) onChange(number);
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          move(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      <IconButton size="small" icon="plus" label={`增加${label}`} disabled={value >= max} onClick={() => move(1)} />
      {unit !== undefined && <span className="ti-stepper__unit">{unit}</span>}
    </span>
  );
}
