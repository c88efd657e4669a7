/**
 * The option that a key leads to, by index; null when the key leads nowhere. Options that cannot be chosen are
 * passed over; from nowhere (-1) down leads to the first and up to the last.
 */
export function moveActive(options: readonly { isDisabled?: boolean }[], active: number, key: string): number | null {
  const step = key === 'ArrowDown' || key === 'Home' ? 1 : key === 'ArrowUp' || key === 'End' ? -1 : null;
  if (step === null) return null;
  const start =
    key === 'Home'
      ? 0
      : key === 'End'
        ? options.length - 1
        : active < 0 && step < 0
          ? options.length - 1
          : active + step;
  for (let index = start; index >= 0 && index < options.length; index += step) {
    if (options[index]?.isDisabled !== true) return index;
  }
  return active;
}
