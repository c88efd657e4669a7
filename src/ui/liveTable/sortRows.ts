/** The rows ordered by their key, equal ones as they stood, NaN last either way. Answers a new array. */
export function sortRows(rows: Uint32Array, keyOf: (row: number) => number, isDescending: boolean): Uint32Array {
  const keys = Float64Array.from(rows, keyOf);
  const places = Uint32Array.from(rows, (_, place) => place);
  const sign = isDescending ? -1 : 1;
  places.sort((a, b) => {
    const keyA = keys[a] ?? Number.NaN;
    const keyB = keys[b] ?? Number.NaN;
    if (keyA === keyB) return a - b;
    if (Number.isNaN(keyA)) return Number.isNaN(keyB) ? a - b : 1;
    if (Number.isNaN(keyB)) return -1;
    return keyA < keyB ? -sign : sign;
  });
  return places.map((place) => rows[place] ?? 0);
}

/** A rank a text, in Chinese order, for sorting by a text column: made once for texts that do not change. */
export function rankTexts(texts: readonly string[]): Float64Array {
  const order = [...new Set(texts)].sort(new Intl.Collator('zh-CN', { numeric: true }).compare);
  const rankOf = new Map(order.map((text, rank) => [text, rank]));
  return Float64Array.from(texts, (text) => rankOf.get(text) ?? Number.NaN);
}
