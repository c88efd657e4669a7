import { Fragment } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import type { SelectOption } from '../Select/OptionList.tsx';
import { isExistingRow, type FormField } from './formFields.ts';
import { DateField } from './DateField.tsx';
import { LookupField } from './LookupField.tsx';
import { MultiSelectField } from './MultiSelectField.tsx';
import { NumberField } from './NumberField.tsx';
import { SelectField } from './SelectField.tsx';
import { SwitchField } from './SwitchField.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';

interface FormFieldsProps {
  control: Control;
  fields: readonly FormField[];
  /** The row that is edited: names what a lookup has already. */
  row: object | null;
}

function initialOption(field: Extract<FormField, { kind: 'lookup' }>, row: object | null): SelectOption | null {
  const value: unknown = new Map<string, unknown>(Object.entries(row ?? {})).get(field.name);
  const label = row === null ? null : field.labelOf(row);
  return (typeof value === 'string' || typeof value === 'number') && label !== null ? { value, label } : null;
}

function Field({
  control,
  field,
  row,
  hasAutoFocus,
}: {
  control: Control;
  field: FormField;
  row: object | null;
  hasAutoFocus: boolean;
}) {
  const name: FieldPath<FieldValues> = field.name;
  const hint = (isExistingRow(row) ? field.changeHint : undefined) ?? field.hint;
  const shared = {
    control,
    name,
    label: field.label,
    ...(field.isRequired === undefined ? {} : { isRequired: field.isRequired }),
    ...(hint === undefined ? {} : { hint }),
  };
  switch (field.kind) {
    case 'text':
      return (
        <TextField
          {...shared}
          hasAutoFocus={hasAutoFocus}
          {...(field.type === undefined ? {} : { type: field.type })}
          {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
        />
      );
    case 'textArea':
      return <TextArea {...shared} maxLength={field.maxLength} />;
    case 'number':
      return <NumberField {...shared} {...(field.unit === undefined ? {} : { unit: field.unit })} />;
    case 'date':
      return <DateField {...shared} />;
    case 'switch':
      return <SwitchField {...shared} />;
    case 'select':
      return (
        <SelectField {...shared} options={field.options} isClearable={field.isClearable ?? field.isRequired !== true} />
      );
    case 'multiSelect':
      return <MultiSelectField {...shared} options={field.options} />;
    case 'lookup':
      return <LookupField {...shared} search={field.search} initial={initialOption(field, row)} />;
    case 'custom':
      return field.render(control, row);
  }
}

/** Draws fields that are given as data; the first one that takes text has the focus. */
export function FormFields({ control, fields, row }: FormFieldsProps) {
  const first = fields.find(({ kind }) => kind === 'text');
  return fields.map((field) => (
    <Fragment key={field.name}>
      {field.section !== undefined && <h2 className="ti-form__section">{field.section}</h2>}
      <div className={field.isWide === true ? 'ti-form__whole' : undefined}>
        <Field control={control} field={field} row={row} hasAutoFocus={field === first} />
      </div>
    </Fragment>
  ));
}
