import { refusalCodes, type FieldErrors } from '../../src/contract/envelope.ts';

/** The refusal of a well-formed command: the message says in Chinese what to do, and nothing was changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    message: string,
    readonly code: number = refusalCodes.refused,
    readonly fieldErrors: FieldErrors['errors'] = [],
  ) {
    super(message);
  }
}

/** Returns the result of a decision; undefined where it was refused: the record had moved on first, and nothing is left to do. */
export async function unlessRefused<Result>(decision: Promise<Result>): Promise<Result | undefined> {
  try {
    return await decision;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The record does not exist or is out of the caller's scope: one answer for both, so that they cannot be distinguished. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
  constructor(message = '记录不存在，或您无权查看') {
    super(message);
  }
}
