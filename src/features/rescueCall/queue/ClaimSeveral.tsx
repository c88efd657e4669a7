import { Button } from '../../../ui/Button/Button.tsx';
import { Kbd } from '../../../ui/Kbd/Kbd.tsx';
import './several.css';

export interface ClaimSeveralProps {
  /** Ids of the calls that may be claimed now. */
  claimable: readonly number[];
  marked: ReadonlySet<number>;
  /** Marks exactly these. */
  onMark: (ids: readonly number[]) => void;
  /** Claims the marked calls, each by a request of its own. */
  onClaim: () => void;
}

/** In a flood: marks the calls that ring and claims them together. Shown from two on. */
export function ClaimSeveral({ claimable, marked, onMark, onClaim }: ClaimSeveralProps) {
  if (claimable.length < 2) return null;
  const isAll = claimable.every((id) => marked.has(id));
  return (
    <div className="rc-several">
      <label>
        <input type="checkbox" checked={isAll} onChange={() => onMark(isAll ? [] : claimable)} />
        全选未受理
      </label>
      <Button size="small" variant="primary" disabled={marked.size === 0} onClick={onClaim} aria-keyshortcuts="C">
        受理所选 {marked.size} 起 <Kbd>C</Kbd>
      </Button>
    </div>
  );
}
