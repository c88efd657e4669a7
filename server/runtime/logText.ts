import { inspect } from 'node:util';

const longestText = 300;
const longestError = 4_000;
/**
 * Control and format characters, lone surrogates, line and paragraph separators: a terminal would obey them, and a line
 * break would forge an entry.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Text from outside as one line of a log: what a terminal would obey is written as `\u{1b}`, and at most `longest`
 * UTF-16 units of it are kept.
 */
export function logText(text: string, longest = longestText): string {
  const kept = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return kept.replaceAll(unsafe, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * One entry of the log, with its error if there is one. An error keeps its lines, indented, so that none of them can
 * pass for an entry of its own.
 */
export function logEntry(atMs: number, what: string, error: unknown): string {
  const detail =
    error === undefined
      ? ''
      : ` ${inspect(error)
          .slice(0, longestError)
          .split('\n')
          .map((line) => logText(line))
          .join('\n    ')}`;
  return `${new Date(atMs).toISOString()} ${logText(what)}${detail}`;
}
