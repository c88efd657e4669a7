import { useFieldArray, useFormState, type Control } from 'react-hook-form';
import { Button } from '../../ui/Button/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import './companyManagement.css';

/** The people to reach at a company, one line each. */
export function ContactsField({ control }: { control: Control }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'contacts' });
  const { errors } = useFormState({ control, name: 'contacts' });
  const problem = errors['contacts']?.message ?? errors['contacts']?.root?.message;
  return (
    <fieldset className="company-contacts">
      <legend>联系人</legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="company-contacts__row">
          <TextField control={control} name={`contacts.${index}.name`} label="姓名" isRequired />
          <TextField control={control} name={`contacts.${index}.position`} label="职务" />
          <TextField control={control} name={`contacts.${index}.mobile`} label="电话" type="tel" />
          <IconButton icon="trash" label={`删除第 ${index + 1} 名联系人`} onClick={() => remove(index)} />
        </div>
      ))}
      <Button size="small" icon="plus" onClick={() => append({ name: '', position: '', mobile: '' })}>
        添加联系人
      </Button>
      {typeof problem === 'string' && (
        <p className="ti-field__error" role="alert">
          <Icon name="exclamation-circle" />
          {problem}
        </p>
      )}
    </fieldset>
  );
}
