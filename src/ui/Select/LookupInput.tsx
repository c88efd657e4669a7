import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import '../theme/form.css';
import { moveActive } from './moveActive.ts';
import { OptionList, type SelectOption } from './OptionList.tsx';
import { useAnchoredPanel } from './useAnchoredPanel.ts';
import { useLookup, type SearchOptions } from './useLookup.ts';
import './Select.css';

export interface LookupInputProps<Value extends string | number> {
  /** The chosen options, with their labels: the source is not queried again for them. */
  value: SelectOption<Value> | null;
  onChange: (value: SelectOption<Value> | null) => void;
  /** Finds options for a text; called with '' when it opens. */
  search: SearchOptions<Value>;
  label: string;
  placeholder?: string;
  id?: string | undefined;
  describedBy?: string | undefined;
  isDisabled?: boolean;
  isInvalid?: boolean;
  isRequired?: boolean;
  hasAutoFocus?: boolean;
  onBlur?: (() => void) | undefined;
}

/** One of too many to list: type to find it, arrow keys and Enter to choose it. */
export function LookupInput<Value extends string | number>({
  value,
  onChange,
  search,
  label,
  placeholder = '输入以搜索',
  id,
  describedBy,
  isDisabled = false,
  isInvalid = false,
  isRequired = false,
  hasAutoFocus = false,
  onBlur,
}: LookupInputProps<Value>) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const inputRef = useRef<HTMLInputElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const listId = useId();
  useAnchoredPanel(inputRef, panelRef, isOpen);
  const lookup = useLookup(typed, isOpen, search);
  const options = lookup.kind === 'found' ? lookup.options : [];

  const choose = (option: SelectOption<Value>): void => {
    onChange(option);
    setTyped('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (!isOpen) {
      if (event.key === 'ArrowDown') setOpen(true);
      return;
    }
    const next = moveActive(options, activeIndex, event.key);
    const active = options[activeIndex];
    if (event.key === 'Escape') {
      event.stopPropagation();
      setOpen(false);
      setTyped('');
    } else if (next !== null && event.key !== 'Home' && event.key !== 'End') setActiveIndex(next);
    else if (event.key === 'Enter' && active !== undefined) choose(active);
    else return;
    event.preventDefault();
  };

  return (
    <div className="ti-input-affix">
      <Icon name="search" />
      <input
        ref={inputRef}
        id={id}
        className="ti-input"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && options.length > 0 ? `${listId}-${activeIndex}` : undefined}
        aria-autocomplete="list"
        aria-label={id === undefined ? label : undefined}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        aria-required={isRequired || undefined}
        autoComplete="off"
        autoFocus={hasAutoFocus}
        disabled={isDisabled}
        placeholder={placeholder}
        value={isOpen ? typed : (value?.label ?? '')}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value);
          setActiveIndex(0);
          setOpen(true);
        }}
        onBlur={() => {
          setOpen(false);
          setTyped('');
          onBlur?.();
        }}
      />
      {value !== null && !isOpen && !isDisabled && (
        <IconButton size="small" icon="times" label={`清除${label}`} onClick={() => onChange(null)} />
      )}
      {isOpen && (
        <div popover="manual" ref={panelRef} className="ti-anchored-panel ti-select__panel">
          <OptionList
            id={listId}
            label={label}
            options={options}
            activeIndex={activeIndex}
            isChosen={(candidate) => candidate === value?.value}
            onChoose={choose}
            onHover={setActiveIndex}
            empty={
              lookup.kind === 'found'
                ? '没有找到，请换个关键字'
                : lookup.kind === 'failed'
                  ? lookup.message
                  : '正在搜索…'
            }
          />
        </div>
      )}
    </div>
  );
}
