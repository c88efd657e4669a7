import { useFieldArray, type Control } from 'react-hook-form';
import { mostParts } from '../../contract/exceptions.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';

/** The parts that a repair replaced, one line each. */
export function PartsField({ control }: { control: Control }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'parts' });
  return (
    <fieldset className="exc-parts">
      <legend className="ti-field__label">更换部件</legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="exc-parts__row">
          <TextField control={control} name={`parts.${index}.name`} label="部件名称" isRequired maxLength={50} />
          <NumberField control={control} name={`parts.${index}.num`} label="数量" isRequired />
          <IconButton icon="trash" label={`删除第 ${index + 1} 种部件`} onClick={() => remove(index)} />
        </div>
      ))}
      {fields.length < mostParts && (
        <Button size="small" icon="plus" onClick={() => append({ name: '', num: 1 })}>
          添加部件
        </Button>
      )}
    </fieldset>
  );
}
