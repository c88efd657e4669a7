import { SelectBase, type SelectBaseProps } from './SelectBase.tsx';

type Shared<Value extends string | number> = Pick<
  SelectBaseProps<Value>,
  | 'options'
  | 'label'
  | 'id'
  | 'labelledBy'
  | 'describedBy'
  | 'isDisabled'
  | 'isInvalid'
  | 'isRequired'
  | 'onBlur'
  | 'focusRef'
>;

export interface SelectProps<Value extends string | number> extends Shared<Value> {
  value: Value | null;
  onChange: (value: Value | null) => void;
  placeholder?: string;
  /** Shows a cross that empties it. */
  isClearable?: boolean;
}

/** One of several, outside of a form. */
export function Select<Value extends string | number>({
  value,
  onChange,
  placeholder = '请选择',
  isClearable = false,
  ...rest
}: SelectProps<Value>) {
  return (
    <SelectBase
      {...rest}
      placeholder={placeholder}
      isChosen={(candidate) => candidate === value}
      shown={rest.options.find((option) => option.value === value)?.label ?? null}
      onChoose={(chosen) => {
        onChange(chosen);
        return 'close';
      }}
      onClear={isClearable ? () => onChange(null) : undefined}
    />
  );
}
