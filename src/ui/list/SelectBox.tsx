import type { KeyboardEvent, MouseEvent } from 'react';

interface SelectBoxProps {
  label: string;
  state: 'none' | 'some' | 'all';
  /** `isRange`: with Shift, by mouse or by the space bar. */
  onChoose: (isRange: boolean) => void;
}

/** Leads from one row's box to the next with the arrow keys. */
function onArrow(event: KeyboardEvent<HTMLInputElement>): void {
  // The row itself would open on Enter and move on an arrow key.
  event.stopPropagation();
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const boxes = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('.ti-grid__box') ?? [])];
  boxes[boxes.indexOf(event.currentTarget) + step]?.focus();
}

/** The box that chooses a row, or the page. Clicks beside it within its cell count, and none of them opens the row. */
export function SelectBox({ label, state, onChoose }: SelectBoxProps) {
  return (
    // The label only widens the target of the mouse; the box itself carries the name and takes the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <label className="ti-grid__choose" onClick={(event: MouseEvent) => event.stopPropagation()}>
      <input
        type="checkbox"
        className="ti-grid__box"
        aria-label={label}
        checked={state === 'all'}
        ref={(box) => {
          if (box !== null) box.indeterminate = state === 'some';
        }}
        onChange={({ nativeEvent }) => onChoose('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        onMouseDown={(event) => {
          // Shift would mark the text between the two clicks.
          if (!event.shiftKey) return;
          event.preventDefault();
          event.currentTarget.focus();
        }}
        onKeyDown={onArrow}
      />
    </label>
  );
}
