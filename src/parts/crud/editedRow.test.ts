import { createFormControl, type FieldValues } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { personSave } from '../../contract/endpoints/person.ts';
import { custom, text, valuesOf } from '../../ui/form/formFields.ts';
import { savedInput, takeUntouched } from './editedRow.ts';

const fields = [
  text('name', '姓名'),
  text('mobile', '手机'),
  custom('certificates', '证书', { emptyValue: [], render: () => null }),
];
const row = {
  id: 7,
  version: 3,
  name: '周建',
  mobile: '',
  organization: '5-401',
  organization_name: '迅达维保',
  duties: ['worker'],
  certificates: [],
  certificate_expiry: null,
  user_id: 12,
  user_name: '周建',
};
const certificate = { number: 'T-1', class: 'T', expiry: '2028-01-31' };

describe('what the dialog of a row sends', () => {
  test('keeps the members that have no field, as a person keeps the login user', () => {
    // As the form hands it over: the schema has filled in its defaults.
    const values = { name: '周建国', mobile: '138', certificates: [], duties: [], user_id: null };
    const input = savedInput(personSave.input, fields, row, values);
    expect(input).toEqual({
      id: 7,
      version: 3,
      name: '周建国',
      mobile: '138',
      organization: '5-401',
      duties: ['worker'],
      certificates: [],
      user_id: 12,
    });
  });

  test('for a new row is what the form holds', () => {
    const values = { name: '周建', organization: '5-401', user_id: null };
    expect(savedInput(personSave.input, fields, null, values)).toEqual(values);
  });
});

describe('after another editor has saved', () => {
  test('fields left alone take the new values, also a list that was empty, and what was typed stays', async () => {
    const { formControl: form } = createFormControl({ defaultValues: valuesOf(fields, row) });
    form.register('name');
    form.register('mobile');
    form.setValue('name', '周建国', { shouldDirty: true });
    takeUntouched(form, fields, { name: true }, { ...row, name: '周健', mobile: '139', certificates: [certificate] });
    let sent: FieldValues = {};
    await form.handleSubmit((values) => {
      sent = values;
    })();
    expect(sent).toEqual({ name: '周建国', mobile: '139', certificates: [certificate] });
  });
});
