import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

/** One field that the server refused. */
export interface ServerFieldError {
  field: string;
  message: string;
}

const isFieldError = (value: unknown): value is ServerFieldError =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/**
 * The field messages in whatever was thrown: `{errors: [{field, message}]}` (the answer's data), an error that
 * carries such `data`, or an error with `fieldErrors`. Empty when there are none.
 */
export function fieldErrorsOf(thrown: unknown): readonly ServerFieldError[] {
  if (typeof thrown !== 'object' || thrown === null) return [];
  if ('fieldErrors' in thrown && Array.isArray(thrown.fieldErrors)) return thrown.fieldErrors.filter(isFieldError);
  if ('errors' in thrown && Array.isArray(thrown.errors)) return thrown.errors.filter(isFieldError);
  return 'data' in thrown ? fieldErrorsOf(thrown.data) : [];
}

/**
 * Puts the server's messages beside their fields and focuses the first. Returns the messages of fields that
 * the form does not show, so that they can be shown above it: nothing that the server reported is lost.
 */
export function applyServerErrors<Values extends FieldValues>(
  errors: readonly ServerFieldError[],
  setError: UseFormSetError<Values>,
  shownFields: readonly FieldPath<Values>[],
): string[] {
  const unplaced: string[] = [];
  let isFirst = true;
  for (const { field, message } of errors) {
    const name = shownFields.find((shown) => shown === field);
    if (name === undefined) {
      unplaced.push(message);
    } else {
      setError(name, { type: 'server', message }, { shouldFocus: isFirst });
      isFirst = false;
    }
  }
  return unplaced;
}
