import { useState } from 'react';
import { useController, type Control } from 'react-hook-form';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { splitTags } from './splitTags.ts';

/** The lifts of a contract by their tags, as people paste them from a list. Its value is the tags, each once. */
export function LiftTagsField({ control }: { control: Control }) {
  const { field, fieldState } = useController({ control, name: 'elevators' });
  const value: unknown = field.value;
  const tags = Array.isArray(value) ? value.map(String) : [];
  const [typed, setTyped] = useState(tags.join('\n'));
  // The typed text stays as it is, unless the form holds other lifts, from another editor.
  const isTyped = splitTags(typed).join('\n') === tags.join('\n');
  // A list's own message stands on the list, one of a line on the line.
  const error = fieldState.error?.message ?? (fieldState.error === undefined ? undefined : '请核对电梯编号');
  return (
    <FieldFrame label="电梯编号" isRequired hint={`每行一个，或用逗号隔开。现有 ${tags.length} 台`} error={error}>
      {(aria) => (
        <textarea
          {...aria}
          ref={field.ref}
          name={field.name}
          className="ti-input ti-input--area"
          rows={6}
          value={isTyped ? typed : tags.join('\n')}
          onBlur={field.onBlur}
          onChange={({ target }) => {
            setTyped(target.value);
            field.onChange(splitTags(target.value));
          }}
        />
      )}
    </FieldFrame>
  );
}
