/** What a query may carry on either database; libsql would abort the process on anything else. Booleans travel as 0 and 1. Throws TypeError. */
export function toBindable(value: unknown): string | number | bigint | null | Uint8Array {
  switch (typeof value) {
    case 'string':
    case 'bigint':
      return value;
    case 'number':
      if (Number.isFinite(value)) return value;
      break;
    case 'boolean':
      return value ? 1 : 0;
    default:
      if (value === null || value instanceof Uint8Array) return value;
  }
  throw new TypeError(`a query parameter must be text, a finite number, a boolean or null, not of type ${typeof value}`);
}
