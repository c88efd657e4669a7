import { zodResolver } from '@hookform/resolvers/zod';
import { useContext, useState } from 'react';
import {
  get,
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod';
import { toLoadFailure } from '../failure/toLoadFailure.ts';
import { ReconnectsContext } from '../live/ReconnectsContext.ts';
import { applyServerErrors, fieldErrorsOf } from './applyServerErrors.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** An emptied field is left out, instead of sending an empty text or null: the contract's optional members are absent. */
export function withoutEmpty<Values extends FieldValues>(values: Values): Values {
  const kept = { ...values };
  for (const name in kept) if (isEmpty(kept[name])) delete kept[name];
  return kept;
}

/** The message about text in a number field: it is not missing, so the schema's words for a missing number do not fit. */
const notANumber = '须为数字';

/** Puts those words where a value is NaN, as `NumberField` keeps what is no number. Lists of rows are looked through too. */
function withNumberWords(errors: object, values: unknown): void {
  for (const [name, error] of Object.entries(errors)) {
    const value: unknown = typeof values === 'object' && values !== null ? Reflect.get(values, name) : undefined;
    if (typeof error !== 'object' || error === null) continue;
    if (typeof value === 'number' && Number.isNaN(value)) Object.assign(error, { message: notANumber });
    else if (typeof value === 'object' && value !== null) withNumberWords(error, value);
  }
}

export interface SchemaFormOptions {
  /** Leaves out what was emptied, where the schema's optional members must be absent. */
  readonly omitsEmpty?: boolean;
}

/** A form that validates with the call's own schema, first when a field is left. */
export function useSchemaForm<Values extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Values>,
  defaultValues: DefaultValues<Values>,
  { omitsEmpty = false }: SchemaFormOptions = {},
): UseFormReturn<Values, unknown, Output> {
  const resolve = zodResolver<Values, unknown, Output>(schema);
  const resolver: typeof resolve = async (values, context, options) => {
    const result = await resolve(omitsEmpty ? withoutEmpty(values) : values, context, options);
    withNumberWords(result.errors, values);
    return result;
  };
  return useForm<Values, unknown, Output>({
    resolver,
    defaultValues,
    mode: 'onTouched',
  });
}

/** The message above the form about a failed save: the error's, otherwise a hint on what to do. */
const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : '保存失败，请稍后重试';

/** In place of a failure that is over. */
const connectedAgain = '网络已恢复，刚才没有保存成功，请再保存一次';

/** A failure of the form as a whole; `offlineAt`: the connection failed, when it had come back so many times. */
interface FormTrouble {
  readonly problems: readonly string[];
  readonly offlineAt: number | null;
}
const noTrouble: FormTrouble = { problems: [], offlineAt: null };

/**
 * Asks the server what else is wrong with values of which the form refuses the fields `refused`; rejects with the server's field
 * messages.
 */
export type AskWhatElse<Values extends FieldValues> = (entered: Values, refused: readonly string[]) => Promise<void>;

/** A value that no field's schema accepts. */
const unreadable = {};

/**
 * An input that the call's schema refuses as the form refuses it, so that sending it saves nothing and tells what else is wrong. A form
 * may be stricter than its call: the fields that only the form refuses are then made unreadable. Undefined where the call takes the input
 * all the same, because the form refuses only what the call does not have.
 */
export async function refusedInput<Input extends object>(
  schema: z.ZodType,
  input: Input,
  refused: readonly string[],
): Promise<Input | undefined> {
  const broken = { ...input, ...Object.fromEntries(refused.map((name) => [name, unreadable])) };
  for (const sent of [input, broken]) if (!(await schema.safeParseAsync(sent)).success) return sent;
  return undefined;
}

/**
 * Submitting a form, the same everywhere: what the server says of a field stands beside it, the rest above the form (`problems`),
 * and nothing that was typed is lost. A failed connection is reported until it is back. An error that is not `isExpected` is a fault of ours and is thrown on to the fault reporter.
 * With `askWhatElse`, what only the server knows (a name that is taken) is marked in the same round as what the form sees itself.
 */
export function useSubmit<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly FieldPath<Values>[],
  onSubmit: (values: Output) => Promise<void>,
  isExpected: (error: unknown) => boolean = () => true,
  askWhatElse?: AskWhatElse<Values>,
) {
  const reconnects = useContext(ReconnectsContext);
  const [trouble, setTrouble] = useState(noTrouble);
  const markWhatElse = async (seen: object): Promise<void> => {
    const entered = form.getValues();
    try {
      await askWhatElse?.(entered, Object.keys(seen));
    } catch (error) {
      if (!isExpected(error)) throw error;
      const now = form.getValues();
      const isAsEntered = (name: FieldPath<Values>): boolean => Object.is(get(now, name), get(entered, name));
      // The first field that the form itself refuses has the focus.
      applyServerErrors(
        fieldErrorsOf(error).filter(({ field }) => get(seen, field) === undefined),
        (name, problem) => form.setError(name, problem),
        fields.filter(isAsEntered),
      );
    }
  };
  const submit = form.handleSubmit(
    async (values) => {
      setTrouble(noTrouble);
      try {
        await onSubmit(values);
      } catch (error) {
        if (!isExpected(error)) throw error;
        const fieldErrors = fieldErrorsOf(error);
        const unplaced = applyServerErrors(fieldErrors, form.setError, fields);
        setTrouble({
          problems: fieldErrors.length > 0 ? unplaced : [messageOf(error)],
          offlineAt: toLoadFailure(error).kind === 'offline' ? reconnects : null,
        });
      }
    },
    // Not waited for: what the form sees itself is marked at once, however slow the connection is.
    (seen) => void markWhatElse(seen),
  );
  const isOver = trouble.offlineAt !== null && reconnects > trouble.offlineAt;
  return { submit, problems: isOver ? [connectedAgain] : trouble.problems };
}
