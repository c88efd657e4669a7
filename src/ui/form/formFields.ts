import type { SelectOption } from '../Select/OptionList.tsx';
import type { ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import type { SearchOptions } from '../Select/useLookup.ts';

interface FieldBase<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly isRequired?: boolean;
  /** Advice for filling it in. */
  readonly hint?: string;
  /** The consequence of changing it: shown for a row that is there already. */
  readonly changeHint?: string;
  /** Over the whole width of the form. */
  readonly isWide?: boolean;
  /** Begins a part of a long form, with this heading over it. */
  readonly section?: string;
}

/**
 * A field of a form as data: what `FormFields` can draw. A screen that needs a control of its own gives a `custom` field.
 * The rules are the schema's; `isRequired` only draws the mark.
 */
export type FormField<Name extends string = string> =
  | (FieldBase<Name> & { readonly kind: 'text'; readonly type?: 'text' | 'tel'; readonly placeholder?: string })
  | (FieldBase<Name> & { readonly kind: 'textArea'; readonly maxLength: number })
  | (FieldBase<Name> & { readonly kind: 'number'; readonly unit?: string })
  | (FieldBase<Name> & { readonly kind: 'date' })
  | (FieldBase<Name> & { readonly kind: 'switch' })
  | (FieldBase<Name> & {
      readonly kind: 'select';
      readonly options: readonly SelectOption[];
      /** False where one of the options says that nothing is known. */
      readonly isClearable?: boolean;
    })
  | (FieldBase<Name> & { readonly kind: 'multiSelect'; readonly options: readonly SelectOption[] })
  | (FieldBase<Name> & {
      readonly kind: 'lookup';
      readonly search: SearchOptions<string | number>;
      readonly labelOf: (row: object) => string | null;
    })
  | (FieldBase<Name> & {
      readonly kind: 'custom';
      readonly emptyValue: unknown;
      /** `row` is the one that is edited, null for a new one. */
      readonly render: (control: Control, row: object | null) => ReactNode;
    });

type Options<Kind extends FormField['kind']> = Omit<
  Extract<FormField, { readonly kind: Kind }>,
  'kind' | 'name' | 'label'
>;

export const text = <const Name extends string>(
  name: Name,
  label: string,
  options: Options<'text'> = {},
): FormField<Name> => ({ kind: 'text', name, label, ...options });
export const textArea = <const Name extends string>(
  name: Name,
  label: string,
  options: Options<'textArea'>,
): FormField<Name> => ({ kind: 'textArea', name, label, ...options });
export const number = <const Name extends string>(
  name: Name,
  label: string,
  options: Options<'number'> = {},
): FormField<Name> => ({ kind: 'number', name, label, ...options });
export const date = <const Name extends string>(
  name: Name,
  label: string,
  options: Options<'date'> = {},
): FormField<Name> => ({ kind: 'date', name, label, ...options });
export const toggle = <const Name extends string>(
  name: Name,
  label: string,
  options: Options<'switch'> = {},
): FormField<Name> => ({ kind: 'switch', name, label, ...options });
export const select = <const Name extends string>(
  name: Name,
  label: string,
  options: Options<'select'>,
): FormField<Name> => ({ kind: 'select', name, label, ...options });
export const multiSelect = <const Name extends string>(
  name: Name,
  label: string,
  options: Options<'multiSelect'>,
): FormField<Name> => ({ kind: 'multiSelect', name, label, ...options });
/** The label of a row's value where the list says it too, `labelIn('person_name')`; null without. */
export const labelIn =
  (name: string) =>
  (row: object): string | null => {
    const label: unknown = new Map<string, unknown>(Object.entries(row)).get(name);
    return typeof label === 'string' ? label : null;
  };
/** One of too many to list. `labelOf` names the value that a row has already. */
export const lookup = <const Name extends string>(
  name: Name,
  label: string,
  options: Options<'lookup'>,
): FormField<Name> => ({ kind: 'lookup', name, label, ...options });
export const custom = <const Name extends string>(
  name: Name,
  label: string,
  options: Options<'custom'>,
): FormField<Name> => ({ kind: 'custom', name, label, ...options });

/** A new row may begin with values, but it has no id yet. */
export const isExistingRow = (row: object | null): boolean => row !== null && 'id' in row;

/** Returns the value of a field before anything is typed. */
function emptyValueOf(field: FormField): unknown {
  switch (field.kind) {
    case 'text':
    case 'textArea':
    case 'date':
      return '';
    case 'switch':
      return false;
    case 'multiSelect':
      return [];
    case 'custom':
      return field.emptyValue;
    case 'number':
    case 'select':
    case 'lookup':
      return null;
  }
}

/** The form's values for a row, or for a new one. */
export function valuesOf(fields: readonly FormField[], row: object | null): Record<string, unknown> {
  const members = new Map<string, unknown>(Object.entries(row ?? {}));
  return Object.fromEntries(fields.map((field) => [field.name, members.get(field.name) ?? emptyValueOf(field)]));
}
