import * as z from 'zod';

/**
 * Text as every edge takes it in, whether it came by HTTP, socket, MQTT or file. What the store keeps and hashes must be what was said,
 * and neither database keeps half a surrogate pair or U+0000 as it stands.
 */

/** A lone half of a surrogate pair, which is no character in any encoding. */
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
/** Every control character but tab and the two of a line break. */
// oxlint-disable-next-line no-control-regex -- these are the very characters that are refused
const controlCharacter = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Is every character whole, and none of them a control character other than tab and line break? */
export const isPlainText = (text: string): boolean => !controlCharacter.test(text) && !loneSurrogate.test(text);

/** Well-formed text of at most `longest` UTF-16 units without control characters; tab and line breaks may stand in it. */
export const plainText = (longest: number) => z.string().max(longest).refine(isPlainText, '含有无法保存的字符，请删去后重试');

/** A name that a program made up (request, event, command): printable ASCII, 1 to 100 characters. */
export const idText = z.string().min(1).max(100).regex(/^[\x20-\x7E]+$/, '标识须为可打印的 ASCII 字符');

const unkeepable = new RegExp(`${controlCharacter.source}|${loneSurrogate.source}`, 'g');

/** The same text with every character that no database keeps written out, as in `SOS\u0000`: for people to read. */
export const visibleText = (text: string): string => text.replace(unkeepable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
