import { UnkeepableDataError } from './errors.ts';
import type { AppendRequest } from './eventStore.ts';

/** A value nested more deeply may exhaust the stack of code that reads it and writes it as JSON again. */
const deepestNesting = 500;

/**
 * Text that comes back from either database unchanged. PostgreSQL refuses U+0000 and SQLite reads only up to it; half a
 * surrogate pair becomes U+FFFD on its way to both. What is hashed would then not be what is stored. Runs for every
 * bound text, so it uses the engine's own check.
 */
export const isKeepableText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/**
 * Throws UnkeepableDataError for a request whose names the databases cannot store, before it shares a statement or a
 * transaction with others.
 */
export function refuseUnkeepable({ stream, messageId, events }: AppendRequest): void {
  const isKeepable =
    isKeepableText(stream) &&
    (messageId === undefined || isKeepableText(messageId)) &&
    events.every(
      ({ type, atMs, receivedAtMs = 0 }) =>
        isKeepableText(type) && Number.isSafeInteger(atMs) && Number.isSafeInteger(receivedAtMs),
    );
  if (!isKeepable)
    throw new UnkeepableDataError(
      new Error(`a name or a time of an event on ${JSON.stringify(stream)} cannot be kept`),
    );
}

/**
 * The JSON text of a value, exactly as hashed, stored and read back; an `undefined` is stored as null. JSON writes
 * U+0000 and halves of surrogate pairs as escapes, so the text itself can always be stored. Throws UnkeepableDataError
 * for values that JSON cannot represent (a bigint, a cycle) and for excessive nesting.
 */
export function toJsonText(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? 'null';
  } catch (error) {
    throw new UnkeepableDataError(error);
  }
  if (nestingOf(text) > deepestNesting)
    throw new UnkeepableDataError(new Error(`nested more than ${deepestNesting} deep`));
  return text;
}

/** Returns the greatest depth of brackets in a JSON text. Brackets inside its strings do not count. */
function nestingOf(json: string): number {
  // Each level has two brackets: most events are too short to be deep.
  if (json.length <= 2 * deepestNesting) return 0;
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

/** PostgreSQL's class 22 (data exception) and SQLite's equivalents: the data is at fault, and any retry with it would fail. */
const sqliteDataErrors: ReadonlySet<string> = new Set([
  'SQLITE_TOOBIG',
  'SQLITE_MISMATCH',
  'SQLITE_CONSTRAINT_DATATYPE',
]);

/** Turns a database's refusal of this data into UnkeepableDataError; returns any other error unchanged. */
export function explainDataError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  return /^22[0-9A-Z]{3}$/.test(error.code) || sqliteDataErrors.has(error.code)
    ? new UnkeepableDataError(error)
    : error;
}

/** The request would fail again however often it is made, because of what it carries. A fault of our own is no fault of the data. */
export const isUnkeepable = (error: unknown): boolean => explainDataError(error) instanceof UnkeepableDataError;
