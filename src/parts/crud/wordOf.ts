/** A word of a row for a field that holds an id. */
export const wordOf =
  (name: string) =>
  (row: object): string | null => {
    const word: unknown = new Map<string, unknown>(Object.entries(row)).get(name);
    return typeof word === 'string' && word !== '' ? word : null;
  };
