import './EndKept.css';

interface EndKeptProps {
  /** May be cut where there is no room: the community. */
  start: string;
  /** Is always read: building, unit and lift. */
  end: string;
}

/** Two parts in one line, of which only the first is cut: a long community never hides which lift it is. */
export function EndKept({ start, end }: EndKeptProps) {
  return (
    <span className="ti-end-kept" title={`${start} ${end}`}>
      <span className="ti-end-kept__start">{start}</span> <span className="ti-end-kept__end">{end}</span>
    </span>
  );
}
