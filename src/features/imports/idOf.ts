/** The id in an address; null for none. */
export function idOf(param: string | null): number | null {
  const id = Number(param ?? 0);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
