import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import '../theme/form.css';
import { moveActive } from './moveActive.ts';
import { OptionList, type SelectOption } from './OptionList.tsx';
import { useAnchoredPanel } from './useAnchoredPanel.ts';
import './Select.css';

const SEARCHABLE_FROM = 9;

export interface SelectBaseProps<Value extends string | number> {
  options: readonly SelectOption<Value>[];
  isChosen: (value: Value) => boolean;
  /** Answers whether the list stays open. */
  onChoose: (value: Value) => 'close' | 'stay';
  /** Empties it; no cross without. */
  onClear?: (() => void) | undefined;
  /** The choice as shown; null shows the placeholder. */
  shown: ReactNode;
  placeholder: string;
  label: string;
  id?: string | undefined;
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
  isMultiple?: boolean;
  isDisabled?: boolean;
  isInvalid?: boolean;
  isRequired?: boolean;
  onBlur?: (() => void) | undefined;
  /** Its button, for a form that moves the focus to it. */
  focusRef?: ((button: HTMLButtonElement | null) => void) | undefined;
}

/** The common part of the selects: a button, and a list of options in the top layer, searchable when it is long. */
export function SelectBase<Value extends string | number>({
  options,
  isChosen,
  onChoose,
  onClear,
  shown,
  placeholder,
  label,
  id,
  labelledBy,
  describedBy,
  isMultiple = false,
  isDisabled = false,
  isInvalid = false,
  isRequired = false,
  onBlur,
  focusRef,
}: SelectBaseProps<Value>) {
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [activeIndex, setActiveIndex] = useState(-1);
  const boxRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const listId = useId();
  useAnchoredPanel(buttonRef, panelRef, isOpen);

  const isSearchable = options.length >= SEARCHABLE_FROM;
  const found =
    search.trim() === ''
      ? options
      : options.filter((option) =>
          `${option.label}${option.detail ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()),
        );

  useEffect(() => {
    if (!isOpen) return;
    searchRef.current?.focus();
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && boxRef.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);

  const open = (): void => {
    setSearch('');
    setActiveIndex(options.findIndex((option) => isChosen(option.value)));
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    buttonRef.current?.focus();
  };
  const choose = (option: SelectOption<Value>): void => {
    if (onChoose(option.value) === 'close') close();
  };
  const typeAhead = (letter: string): void => {
    const index = options.findIndex(
      (option, at) => at > activeIndex && option.label.toLowerCase().startsWith(letter.toLowerCase()),
    );
    if (index >= 0) setActiveIndex(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (!isOpen) {
      if (['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) {
        event.preventDefault();
        open();
      }
      return;
    }
    const next = moveActive(found, activeIndex, event.key);
    const active = found[activeIndex];
    if (event.key === 'Tab') return setOpen(false);
    if (event.key === 'Escape') {
      // Escape closes the list, not the dialog that it stands in.
      event.stopPropagation();
      close();
    } else if (next !== null) setActiveIndex(next);
    else if (event.key === 'Enter' || (event.key === ' ' && !isSearchable)) {
      if (active !== undefined && active.isDisabled !== true) choose(active);
    } else if (event.key.length === 1 && !isSearchable) typeAhead(event.key);
    else return;
    event.preventDefault();
  };
  const comboAria = {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined,
  } as const;

  return (
    <div className="ti-select" ref={boxRef} onKeyDown={onKeyDown}>
      <button
        {...comboAria}
        ref={(button) => {
          buttonRef.current = button;
          focusRef?.(button);
        }}
        id={id}
        type="button"
        className="ti-input ti-select__button"
        aria-haspopup="listbox"
        aria-label={labelledBy === undefined ? label : undefined}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        aria-required={isRequired || undefined}
        data-empty={shown === null || undefined}
        disabled={isDisabled}
        onBlur={() => {
          if (!isOpen) onBlur?.();
        }}
        onClick={() => (isOpen ? close() : open())}
      >
        <span className="ti-select__shown">{shown ?? placeholder}</span>
        <Icon name="chevron-down" />
      </button>
      {onClear !== undefined && shown !== null && !isDisabled && (
        <IconButton size="small" icon="times" label={`清除${label}`} onClick={onClear} />
      )}
      {isOpen && (
        <div popover="manual" ref={panelRef} className="ti-anchored-panel ti-select__panel">
          {isSearchable && (
            <div className="ti-input-affix ti-select__search">
              <Icon name="search" />
              <input
                {...comboAria}
                ref={searchRef}
                className="ti-input"
                aria-label={`搜索${label}`}
                aria-autocomplete="list"
                autoComplete="off"
                placeholder="搜索"
                value={search}
                onChange={(event) => {
                  setSearch(event.target.value);
                  setActiveIndex(0);
                }}
              />
            </div>
          )}
          <OptionList
            id={listId}
            label={label}
            options={found}
            activeIndex={activeIndex}
            isChosen={isChosen}
            isMultiple={isMultiple}
            onChoose={choose}
            onHover={setActiveIndex}
            empty={search === '' ? '暂无选项' : '没有匹配的选项'}
          />
        </div>
      )}
    </div>
  );
}
