import type { Control, FieldPath, FieldValues } from 'react-hook-form';

/** The props of every field of a react-hook-form form. */
export interface FieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  /** Draws the required mark; the rule itself is the form's schema. */
  isRequired?: boolean;
  hint?: string;
  isDisabled?: boolean;
}
