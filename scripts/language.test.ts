import { describe, expect, it } from 'vitest';
import {
  chineseRules,
  englishRules,
  findChinese,
  findEnglish,
  findHeadless,
  findPhrases,
  proseOf,
  type PhraseFinding,
} from './language.ts';

const inWords = ({ file, line, phrase, rule }: PhraseFinding): string =>
  `${file}:${line} “${phrase}” (${rule.why}): write ${rule.instead}`;

describe('the language of documents, comments and titles', () => {
  it('uses none of the phrases that read as translated', () => {
    expect(findEnglish().map(inWords)).toEqual([]);
  });

  it('uses one Chinese term for one thing (docs/glossary.md)', () => {
    expect(findChinese().map(inWords)).toEqual([]);
  });

  it.each([
    ['a doc comment', '/** Told of each failed attempt. */'],
    ['a line of a longer comment', ' * the pages are drawn anew'],
    ['a comment behind code', 'const a = 1; // kept for ever'],
    ['the title of a test', "  it('nobody is told of it', () => {"],
    ['the title of a parametrised test', "  it.each(rows)('%s is kept for ever', () => {"],
  ])('a phrase in %s is found with its file and line', (_place, line) => {
    const found = findPhrases('a.ts', `\n${line}`, englishRules, (text) => proseOf(text, false));
    expect(found.map(({ file, line: number }) => [file, number])).toEqual([['a.ts', 2]]);
  });

  it('the name of a story is a title, a member of other code is none', () => {
    const line = "  name: 'drawn anew',";
    expect(proseOf(line, true)).toBe('drawn anew');
    expect(proseOf(line, false)).toBe('');
  });

  it.each([
    '/** What the user sees. */',
    '/**\n   * Whether the lift is in scope.\n   */',
    '/** When it was answered; null until then. */',
    '/** To whom it may be handed over. */',
  ])('the headless clause %j is found', (text) => {
    expect(findHeadless('a.ts', `\n${text}`)).toHaveLength(1);
  });

  it.each(['/** The time of the answer. */', '/** When the link is back, the wall reloads. */', '// What follows'])(
    'the statement %j is none',
    (text) => {
      expect(findHeadless('a.ts', text)).toEqual([]);
    },
  );

  it('strings of the program are no prose', () => {
    expect(proseOf("const url = 'http://told.example/anew';", false)).toBe('');
  });

  it('a Chinese word that the glossary replaces is found in a message', () => {
    expect(
      findPhrases('a.ts', "toast('没有人呼救')", chineseRules, (line) => line).map(({ phrase }) => phrase),
    ).toEqual(['呼救']);
  });
});
