import * as z from 'zod';
import { chineseIssue } from '../../src/contract/chineseIssue.ts';
import { UnkeepableDataError } from '../store/errors.ts';

/** Dispatchers and administrators read what is wrong with a message. */
export const inChinese = { error: chineseIssue } as const;
export const eventIdSchema = z.object({ id: z.string().min(1).max(100) });

/** Reads the text of a message as JSON; undefined is never JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Raw JSON contains no NUL: a device that sends a C string means the part before it. */
export function jsonOf(payload: Buffer): unknown {
  const end = payload.indexOf(0);
  return parseJson(payload.toString('utf8', 0, end === -1 ? payload.length : end));
}

/** A message that is nested beyond all reason exhausts the stack of its reader: that is no fault of ours. */
export function reading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new UnkeepableDataError(error) : error;
  }
}

/** Undefined where it has none. */
export function withoutData(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'data' in json ? { ...json, data: undefined } : undefined;
}

export function explain(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || '消息'}：${message}`)
    .join('；');
}
