import './EndKept.css';

export interface EndKeptProps {
  /** May be cut where there is no room: the community. */
  start: string;
  /** Keeps its end: building, unit and lift. */
  end: string;
  /** The two parts may stand below each other. */
  canWrap?: boolean;
}

/** Two parts in one line, of which the first is cut before the second: a long community never hides which lift it is. */
export function EndKept({ start, end, canWrap = false }: EndKeptProps) {
  return (
    <span className="ti-end-kept" data-wraps={canWrap || undefined} title={`${start} ${end}`}>
      <span className="ti-end-kept__start">{start}</span>{' '}
      <span className="ti-end-kept__end">
        <bdi dir="ltr">{end}</bdi>
      </span>
    </span>
  );
}

/** The same as a text of at most `most` characters, for what is drawn in one piece. */
export function cutToEnd({ start, end }: { readonly start: string; readonly end: string }, most: number): string {
  if (start.length + 1 + end.length <= most) return `${start} ${end}`;
  const kept = end.length <= most - 4 ? end : `…${end.slice(end.length - most + 5)}`;
  const room = most - kept.length - 1;
  return `${start.length <= room ? start : `${start.slice(0, room - 1)}…`} ${kept}`;
}
