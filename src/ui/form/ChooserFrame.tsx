import type { ReactNode } from 'react';
import { useController, type ControllerRenderProps, type FieldPath, type FieldValues } from 'react-hook-form';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

/** The part of a field that a select or lookup takes. */
interface ChooserProps {
  label: string;
  id: string;
  describedBy: string | undefined;
  isDisabled: boolean;
  isRequired: boolean;
  isInvalid: boolean;
  onBlur: () => void;
}

interface ChooserFrameProps<Values extends FieldValues> extends FieldProps<Values> {
  children: (props: ChooserProps, field: ControllerRenderProps<Values, FieldPath<Values>>) => ReactNode;
}

/** The frame of a field in which one or several options are chosen, tied to the form. */
export function ChooserFrame<Values extends FieldValues>({
  control,
  name,
  label,
  isRequired = false,
  hint,
  isDisabled = false,
  children,
}: ChooserFrameProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled });
  return (
    <FieldFrame label={label} isRequired={isRequired} hint={hint} error={fieldState.error?.message}>
      {({ id, 'aria-describedby': describedBy }) =>
        children(
          {
            label,
            id,
            describedBy,
            isDisabled,
            isRequired,
            isInvalid: fieldState.error !== undefined,
            onBlur: field.onBlur,
          },
          field,
        )
      }
    </FieldFrame>
  );
}
