import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { SignaturePad } from '../../ui/signature/SignaturePad.tsx';

/** A signature as a field of a form: its value is the strokes as text. */
export function SignatureField<Values extends FieldValues>({
  control,
  name,
  label,
}: {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
}) {
  const { field, fieldState } = useController({ control, name });
  return <SignaturePad label={label} error={fieldState.error?.message} onChange={field.onChange} />;
}
