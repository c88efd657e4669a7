import * as z from 'zod';

/** A judgement read a field that does not fit its own schema, so that it cannot be passed. */
export class UnsoundField extends Error {
  override readonly name = 'UnsoundField';
}

/** The values as entered, field by field. */
export interface EnteredValues<Values> {
  /** Those that do not fit their own schemas, or are missing. */
  readonly wrong: ReadonlySet<string>;
  /** The other ones, parsed. To read a wrong one throws UnsoundField. */
  readonly sound: Values;
}

const memberOf = (entered: unknown, name: string): unknown =>
  typeof entered === 'object' && entered !== null && Object.hasOwn(entered, name)
    ? Reflect.get(entered, name)
    : undefined;

/** Parses each field for itself, so that what is wrong with one does not hide what is wrong with another. */
export function soundValues<Values extends object>(
  schema: z.ZodObject & z.ZodType<Values>,
  entered: unknown,
): EnteredValues<Values> {
  const wrong = new Set<string>();
  const parsed: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const result = z.safeParse(field, memberOf(entered, name));
    if (result.success) parsed[name] = result.data;
    else {
      wrong.add(name);
      Object.defineProperty(parsed, name, {
        enumerable: true,
        get: () => {
          throw new UnsoundField(name);
        },
      });
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a member that is not of `Values` throws when it is read
  return { wrong, sound: parsed as Values };
}
