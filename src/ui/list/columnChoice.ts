const keyOf = (screenName: string): string => `ti.hiddenColumns.${screenName}`;

/** The hidden columns that were kept for a screen; null when none were, or when what was kept makes no sense. */
export function readChoice(storage: Pick<Storage, 'getItem'>, screenName: string): readonly string[] | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(screenName)) ?? 'null');
    return Array.isArray(kept) && kept.every((id) => typeof id === 'string') ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps the hidden columns; null forgets them. A browser that keeps nothing is no reason to fail. */
export function writeChoice(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  screenName: string,
  hidden: readonly string[] | null,
): void {
  try {
    if (hidden === null) storage.removeItem(keyOf(screenName));
    else storage.setItem(keyOf(screenName), JSON.stringify(hidden));
  } catch {
    // A full or forbidden storage: the choice lasts as long as the page.
  }
}
