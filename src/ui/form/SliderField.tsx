import { useController, type FieldValues } from 'react-hook-form';
import { Slider } from './Slider.tsx';
import type { FieldProps } from './fieldProps.ts';

export interface SliderFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  min?: number;
  max?: number;
  step?: number;
  unit?: string;
}

/** A number in a range; its value is a number. */
export function SliderField<Values extends FieldValues>({
  control,
  name,
  label,
  isDisabled = false,
  min = 0,
  max = 100,
  step = 1,
  unit = '',
}: SliderFieldProps<Values>) {
  const { field } = useController({ control, name, disabled: isDisabled });
  return (
    <Slider
      label={label}
      value={typeof field.value === 'number' ? field.value : min}
      min={min}
      max={max}
      step={step}
      unit={unit}
      isDisabled={isDisabled}
      onChange={field.onChange}
    />
  );
}
