import * as z from 'zod';

/**
 * Text as every edge takes it in, whether it came by HTTP, socket, MQTT or file. What the store keeps and hashes must be what was sent,
 * and neither database keeps half a surrogate pair or U+0000 as it stands.
 */

/** A lone half of a surrogate pair, which is no character in any encoding. */
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
/** Every control character but tab and the two of a line break. */
// oxlint-disable-next-line no-control-regex -- these are the very characters that are refused
const controlCharacter = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Is every character whole? Half a surrogate pair is turned into something else wherever text becomes bytes, and so by every hash. */
export const isWholeText = (text: string): boolean => !loneSurrogate.test(text);

/** Is every character whole, and none of them a control character other than tab and line break? */
export const isPlainText = (text: string): boolean => !controlCharacter.test(text) && isWholeText(text);

/** The message about text that is not plain. */
export const unkeepableTextMessage = '含有无法保存的字符，请删去后重试';
const tooDeepMessage = '嵌套层次过多';

export interface TextMessages {
  readonly absent?: string;
  readonly tooLong?: string;
}

/** Well-formed text of at most `longest` UTF-16 units without control characters; tab and line breaks may stand in it. */
export const plainText = (longest: number, { absent, tooLong }: TextMessages = {}) =>
  z.string(absent).max(longest, tooLong).refine(isPlainText, unkeepableTextMessage);

/** A name that a program made up (request, event, command): printable ASCII, 1 to 100 characters. */
export const idText = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\x20-\x7E]+$/, '标识须为可打印的 ASCII 字符');

/** A value nested more deeply would exhaust the stack of code that writes it as JSON again. */
const deepestNesting = 100;

interface Place {
  readonly value: unknown;
  readonly key: string | undefined;
  readonly parent: Place | undefined;
  readonly depth: number;
}

export interface UnkeepablePart {
  /** Names and indexes from the outside in; empty for the value itself. */
  readonly path: readonly string[];
  /** In Chinese. */
  readonly message: string;
}

/**
 * The first part of a JSON value that must not be taken in: a text or a member's name that is not plain, or nesting
 * beyond all reason; undefined when there is none. Every edge asks this of the whole value before its schema does, so
 * that no schema can forget it. Members of the outermost object named in `hashed` are never kept and may hold any text.
 */
export function findUnkeepable(json: unknown, hashed: readonly string[] = []): UnkeepablePart | undefined {
  const left: Place[] = [{ value: json, key: undefined, parent: undefined, depth: 0 }];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    const { value, key, depth } = place;
    if (depth === 1 && key !== undefined && hashed.includes(key)) continue;
    if ((typeof value === 'string' && !isPlainText(value)) || (key !== undefined && !isPlainText(key)))
      return { path: pathOf(place), message: unkeepableTextMessage };
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= deepestNesting) return { path: pathOf(place).slice(0, 3), message: tooDeepMessage };
    // Backwards, so that the first in reading order is the first found.
    for (const [name, member] of Object.entries(value).toReversed())
      left.push({ value: member, key: name, parent: place, depth: depth + 1 });
  }
  return undefined;
}

function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.parent) path.unshift(escapeText(at.key));
  return path;
}

const everyUnkeepable = new RegExp(`${controlCharacter.source}|${loneSurrogate.source}`, 'g');

/** Text with every character that cannot be kept written out: U+0000 becomes the six characters `\\u0000`. */
export const escapeText = (text: string): string =>
  isPlainText(text)
    ? text
    : text.replace(everyUnkeepable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A JSON value with every text and every member's name escaped. Throws RangeError when it is nested too deeply. */
function escapeJson(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepestNesting) throw new RangeError(tooDeepMessage);
  return Array.isArray(value) ? value.map((item) => escapeJson(item, depth + 1)) : escapeMembers(value, depth + 1);
}

const escapeMembers = (value: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [escapeText(name), escapeJson(member, depth)]));

/** Nesting beyond all reason is an issue of the schema, not an error. */
function escapedOrIssue<Json>(context: z.RefinementCtx, escape: () => Json): Json {
  try {
    return escape();
  } catch {
    context.addIssue({ code: 'custom', message: tooDeepMessage });
    return z.NEVER;
  }
}

/**
 * Additions of a device to a message, for people to read: escaped instead of refused, because a call for help must not fail for what stands
 * beside it. Only nesting beyond all reason is refused.
 */
export const escapedJson = z
  .unknown()
  .transform((value, context) => escapedOrIssue(context, () => escapeJson(value, 0)));
export const escapedRecord = z
  .record(z.string(), z.unknown())
  .transform((value, context) => escapedOrIssue(context, () => escapeMembers(value, 1)));

/**
 * An organisation by what the statistics count by, `maintenance-12`: a list then shows the records for which it was responsible when they
 * happened. 0 stands for records without one; a region has everything below it.
 */
export const responsibleText = z.string().regex(/^(?:region|property|brand|maintenance)-\d{1,12}$/, '责任单位不正确');
