import { useFieldArray, useFormState, type Control } from 'react-hook-form';
import { Button } from '../../ui/Button/Button.tsx';
import { DateField } from '../../ui/form/DateField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import './CertificatesField.css';

/** The certificates of a person, one line each. */
export function CertificatesField({ control }: { control: Control }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'certificates' });
  const { errors } = useFormState({ control, name: 'certificates' });
  const problem = errors['certificates']?.message ?? errors['certificates']?.root?.message;
  return (
    <fieldset className="certificates">
      <legend>证书</legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="certificates__row">
          <TextField control={control} name={`certificates.${index}.number`} label="证书编号" isRequired />
          <TextField
            control={control}
            name={`certificates.${index}.class`}
            label="作业项目"
            isRequired
            placeholder="T 电梯修理"
          />
          <DateField control={control} name={`certificates.${index}.expiry`} label="有效期至" isRequired />
          <IconButton icon="trash" label={`删除第 ${index + 1} 张证书`} onClick={() => remove(index)} />
        </div>
      ))}
      <Button size="small" icon="plus" onClick={() => append({ number: '', class: '', expiry: '' })}>
        添加证书
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
