import { Icon } from '../Icon/Icon.tsx';
import './FoldToggle.css';

interface FoldToggleProps {
  /** Names the row that is folded: 东湖区. */
  name: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** The arrow before a row of a tree that shows or hides the rows below it. */
export function FoldToggle({ name, isOpen, onToggle }: FoldToggleProps) {
  return (
    <button type="button" className="ti-fold" aria-expanded={isOpen} aria-label={`展开 ${name}`} onClick={onToggle}>
      <Icon name={isOpen ? 'angle-down' : 'angle-right'} />
    </button>
  );
}

/** The room of the arrow before a row without rows below it. */
export const FoldRoom = () => <span className="ti-fold" data-leaf />;
