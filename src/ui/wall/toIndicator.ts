export interface IndicatorReading {
  readonly text: string;
  readonly isMet: boolean | null;
  readonly word: string;
}

/** Returns the reading of an indicator. `share` and `target` are 0–1; null when nothing has been counted yet, which is neither met nor missed. */
export function toIndicator(share: number | null, target: number): IndicatorReading {
  if (share === null) return { text: '—', isMet: null, word: '暂无数据' };
  // Rounded down: 99.96 % must not read as a full hundred.
  const text = share >= 1 ? '100' : (Math.floor(share * 1000) / 10).toFixed(1);
  return share >= target ? { text, isMet: true, word: '达标' } : { text, isMet: false, word: '未达标' };
}
