/** Returns the rows in sight, with some beyond either edge so that a quick scroll shows no gap. */
export function rowsInSight(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  count: number,
  spare = 4,
): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spare);
  return { first, last: Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + spare) };
}

/** Returns the place to which a key leads in the table; null when it is not one of its keys. */
export function placeAfterKey(key: string, place: number, count: number, pageRows: number): number | null {
  const last = count - 1;
  if (last < 0) return null;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, place + 1);
    case 'ArrowUp':
      return place < 0 ? 0 : Math.max(0, place - 1);
    case 'PageDown':
      return Math.min(last, Math.max(0, place) + pageRows);
    case 'PageUp':
      return Math.max(0, place - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** The scroll position that makes the row visible: unchanged if it is, otherwise the nearest. */
export function scrollToShow(place: number, scrollTop: number, viewHeight: number, rowHeight: number): number {
  const top = place * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + viewHeight ? top + rowHeight - viewHeight : scrollTop;
}
