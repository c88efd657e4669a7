import * as z from 'zod';

const namesSchema = z
  .looseObject({ tag: z.string().optional(), name: z.string().optional(), account: z.string().optional() })
  .nullable();

/** Returns the name of a row's record, from its kept values (JSON): a lift's tag, an account, a name; empty where none are kept. */
export function nameOfRecord(rowValues: string | null): string {
  const values = namesSchema.safeParse(JSON.parse(rowValues ?? 'null')).data;
  return values?.tag ?? values?.account ?? values?.name ?? '';
}
