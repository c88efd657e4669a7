/** The record that the address asks to print: `?print=318`; null for none, or for what is no id. */
export function printIdOf(params: URLSearchParams): number | null {
  const text = params.get('print');
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The same list without the record over it. */
export function withoutPrint(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('print');
  return next;
}
