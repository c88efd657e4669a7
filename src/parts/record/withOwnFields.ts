import { CallError } from '../../contract/call.ts';

/** An error of a step's call: the server names a field by its path in the body, `data.note`, and the form by its own name. */
export function withOwnFields(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const { kind, message, code, fieldErrors } = error;
  const own = fieldErrors.map((problem) => ({ ...problem, field: problem.field.replace(/^data\./, '') }));
  return new CallError(kind, message, code, own);
}
