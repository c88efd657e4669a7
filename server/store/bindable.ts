import { UnkeepableDataError } from './errors.ts';
import { isKeepableText } from './keepable.ts';

/**
 * Values that a query may bind on either database; libsql would abort the process on anything else. Booleans travel as 0 and 1.
 * Throws TypeError, and UnkeepableDataError for text that would not come back unchanged.
 */
export function toBindable(value: unknown): string | number | bigint | null | Uint8Array {
  switch (typeof value) {
    case 'string':
      if (isKeepableText(value)) return value;
      throw new UnkeepableDataError(new Error('a text holds U+0000 or half a surrogate pair'));
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
  throw new TypeError(
    `a query parameter must be text, a finite number, a boolean or null, not of type ${typeof value}`,
  );
}
