/**
 * A list that is read whole, for a file: first its ids in the order asked for, then its rows some hundred at a time. A
 * row is neither missed nor read twice when others come in between, and no page is counted or skipped through.
 */
export type WholeReading =
  /** Gets ids beyond the first `skip`, at most `limit` of them. */
  | {
      readonly step: 'ids';
      readonly skip: number;
      readonly limit: number;
      readonly take: (ids: readonly number[]) => void;
    }
  | { readonly step: 'rows'; readonly ids: readonly number[] };

const key = Symbol('whole list');

/** The query of a list, as the one of its call, that reads the list whole. */
export const readingWhole = (query: object, reading: WholeReading): object => ({ ...query, [key]: reading });

/** Returns how to read a list whole; undefined for the page that everybody else asks for. */
export function wholeReadingOf(query: object): WholeReading | undefined {
  const reading: unknown = Reflect.get(query, key);
  return isReading(reading) ? reading : undefined;
}

const isReading = (value: unknown): value is WholeReading =>
  typeof value === 'object' && value !== null && 'step' in value;
