import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';

export interface SelectOption<Value extends string | number = string | number> {
  value: Value;
  label: string;
  /** A second, quieter line: an address, a scope. */
  detail?: string;
  isDisabled?: boolean;
}

interface OptionListProps<Value extends string | number> {
  id: string;
  label: string;
  options: readonly SelectOption<Value>[];
  activeIndex: number;
  isChosen: (value: Value) => boolean;
  isMultiple?: boolean;
  onChoose: (option: SelectOption<Value>) => void;
  onHover: (index: number) => void;
  /** In place of options when there are none. */
  empty: ReactNode;
}

/** The options of a select. The focus stays with its owner, which decides which one is active. */
export function OptionList<Value extends string | number>({
  id,
  label,
  options,
  activeIndex,
  isChosen,
  isMultiple = false,
  onChoose,
  onHover,
  empty,
}: OptionListProps<Value>) {
  const listRef = useRef<HTMLUListElement>(null);
  useEffect(() => {
    listRef.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  return (
    <>
      <ul
        ref={listRef}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple || undefined}
        className="ti-options"
      >
        {options.map((option, index) => (
          <li
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={isChosen(option.value)}
            aria-disabled={option.isDisabled}
            data-active={index === activeIndex || undefined}
            onPointerMove={() => onHover(index)}
            // The focus stays where it is.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              if (option.isDisabled !== true) onChoose(option);
            }}
          >
            <span className="ti-options__mark" data-multiple={isMultiple || undefined}>
              {isChosen(option.value) && <Icon name="check" />}
            </span>
            <span className="ti-options__text">
              {option.label}
              {option.detail !== undefined && <small>{option.detail}</small>}
            </span>
          </li>
        ))}
      </ul>
      {options.length === 0 && <p className="ti-options__empty">{empty}</p>}
    </>
  );
}
