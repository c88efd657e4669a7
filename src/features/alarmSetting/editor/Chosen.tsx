import { Button } from '../../../ui/Button/Button.tsx';
import { LookupInput } from '../../../ui/Select/LookupInput.tsx';
import type { SelectOption } from '../../../ui/Select/OptionList.tsx';
import type { SearchOptions } from '../../../ui/Select/useLookup.ts';

interface ChosenProps<Value extends string | number> {
  label: string;
  placeholder: string;
  chosen: readonly Value[];
  nameOf: (value: Value) => string;
  search: SearchOptions<Value>;
  onAdd: (option: SelectOption<Value>) => void;
  onRemove: (value: Value) => void;
}

/** A choice of several among too many to list: found by name, each removed by its button. */
export function Chosen<Value extends string | number>({
  label,
  placeholder,
  chosen,
  nameOf,
  search,
  onAdd,
  onRemove,
}: ChosenProps<Value>) {
  return (
    <div className="rule-chosen">
      <LookupInput
        label={label}
        placeholder={placeholder}
        value={null}
        search={search}
        onChange={(option) => {
          if (option !== null && !chosen.includes(option.value)) onAdd(option);
        }}
      />
      {chosen.length > 0 && (
        <ul aria-label={`已选${label}`}>
          {chosen.map((value) => (
            <li key={value}>
              <Button size="small" icon="times" aria-label={`移除 ${nameOf(value)}`} onClick={() => onRemove(value)}>
                {nameOf(value)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
