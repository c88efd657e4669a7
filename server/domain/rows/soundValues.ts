import * as z from 'zod';
import type { FieldErrors } from '../../../src/contract/envelope.ts';
import type { Principal } from '../../access/principal.ts';
import type { Queries } from '../../store/eventStore.ts';
import { readSteps } from '../readSteps.ts';
import type { Judgement } from './rowResource.ts';

/** A judgement read a field that does not fit its own schema, so that it cannot be passed. */
class UnsoundField extends Error {
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

/**
 * Returns the judgements of values that do not fit their schema, as far as the fitting ones tell. `entered` is as it came; a judgement that
 * reads a field that does not fit says nothing.
 */
export async function judgeSound<Values extends object>(
  rows: Queries,
  schema: z.ZodObject & z.ZodType<Values>,
  judgements: readonly Judgement<Values>[],
  { id, entered, by }: { readonly id: number | null; readonly entered: unknown; readonly by: Principal },
): Promise<FieldErrors['errors']> {
  const { sound, wrong } = soundValues(schema, entered);
  const found: FieldErrors['errors'] = [];
  for (const judge of judgements)
    try {
      found.push(...(await readSteps(rows, judge(rows, id, sound, by))));
    } catch (error) {
      if (!(error instanceof UnsoundField)) throw error;
    }
  return found.filter(({ field }) => !wrong.has(field));
}

/** Parses each field for itself, so that what is wrong with one does not hide what is wrong with another. */
function soundValues<Values extends object>(
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
