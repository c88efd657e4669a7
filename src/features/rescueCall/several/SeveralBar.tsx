import { Button } from '../../../ui/Button/Button.tsx';
import { Kbd } from '../../../ui/Kbd/Kbd.tsx';
import './several.css';

/** An action on the marked calls, each by a request of its own. */
export interface SeveralAction {
  readonly label: string;
  readonly hotkey: string;
  /** The number of marked calls that it concerns. */
  readonly count: number;
  readonly isPrimary?: boolean;
  readonly onPress: () => void;
}

/** The calls of one band that may be marked, and what can be done with those that are. */
export interface BandSelection {
  readonly markable: readonly number[];
  readonly marked: ReadonlySet<number>;
  /** Marks exactly these. */
  readonly onMark: (ids: readonly number[]) => void;
  readonly actions: readonly SeveralAction[];
  /** The key that marks all. */
  readonly hotkey: string;
}

/** From two calls on they can be marked. */
export const isSelectable = (selection: BandSelection | undefined): selection is BandSelection =>
  selection !== undefined && selection.markable.length > 1;

/** Marks all calls of a band. */
export function MarkAll({ name, selection }: { name: string; selection: BandSelection }) {
  const { markable, marked, onMark, hotkey } = selection;
  const isAll = markable.every((id) => marked.has(id));
  return (
    <label className="rc-markall" title={`全选${name}（${hotkey.toUpperCase()}）`}>
      <input
        type="checkbox"
        checked={isAll}
        onChange={() => onMark(isAll ? [] : markable)}
        aria-label={`全选${name}`}
        aria-keyshortcuts={hotkey}
      />
      <span>全选</span> <Kbd>{hotkey.toUpperCase()}</Kbd>
    </label>
  );
}

/** The actions on the marked calls of a band. */
export function SeveralActions({ selection }: { selection: BandSelection }) {
  return (
    <div className="rc-several" data-idle={selection.marked.size === 0 || undefined}>
      {selection.actions.map(({ label, hotkey, count, isPrimary = false, onPress }) => (
        <Button
          key={label}
          size="small"
          variant={isPrimary ? 'primary' : 'quiet'}
          disabled={count === 0}
          onClick={onPress}
          aria-keyshortcuts={hotkey}
          title={`${label}所选的 ${count} 起（${hotkey.toUpperCase()}）`}
        >
          {label} <span className="rc-several__count">{count}</span> <Kbd>{hotkey.toUpperCase()}</Kbd>
        </Button>
      ))}
    </div>
  );
}
