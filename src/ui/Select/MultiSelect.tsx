import { SelectBase, type SelectBaseProps } from './SelectBase.tsx';

type Shared<Value extends string | number> = Pick<
  SelectBaseProps<Value>,
  'options' | 'label' | 'id' | 'labelledBy' | 'describedBy' | 'isDisabled' | 'isInvalid' | 'isRequired' | 'onBlur'
>;

export interface MultiSelectProps<Value extends string | number> extends Shared<Value> {
  value: readonly Value[];
  /** In the order of the options. */
  onChange: (value: Value[]) => void;
  placeholder?: string;
}

/** Any of several, outside of a form. Shows the labels of few and the count of many. */
export function MultiSelect<Value extends string | number>({
  value,
  onChange,
  placeholder = '请选择',
  ...rest
}: MultiSelectProps<Value>) {
  const { options, label } = rest;
  const chosen = options.filter((option) => value.includes(option.value));
  return (
    <SelectBase
      {...rest}
      isMultiple
      placeholder={placeholder}
      isChosen={(candidate) => value.includes(candidate)}
      shown={
        chosen.length === 0
          ? null
          : chosen.length <= 2
            ? chosen.map((option) => option.label).join('、')
            : `${label}：已选 ${chosen.length} 项`
      }
      onChoose={(toggled) => {
        onChange(
          options
            .map((option) => option.value)
            .filter((candidate) => (candidate === toggled) !== value.includes(candidate)),
        );
        return 'stay';
      }}
      onClear={() => onChange([])}
    />
  );
}
