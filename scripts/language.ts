import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PhraseRule {
  readonly pattern: RegExp;
  readonly why: string;
  readonly instead: string;
}

export interface PhraseFinding {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly phrase: string;
  readonly rule: PhraseRule;
}

const translated = 'reads as translated';

/** Phrases that we do not use in documents, comments and the titles of tests and stories. */
export const englishRules: readonly PhraseRule[] = [
  {
    pattern: /\b(?:is|are|was|were|be|been|being) (?:told|said) (?:of|so|once)\b/,
    why: translated,
    instead: 'is notified of, sees, is reported once',
  },
  { pattern: /^\W*Told\b/, why: translated, instead: 'Called with …, Reports …' },
  { pattern: /\bsaid in (?:one|a) sentence\b/, why: translated, instead: 'reported in one sentence' },
  { pattern: /\btell what\b/, why: translated, instead: 'record the results of' },
  {
    pattern: /\b[Ww]hoever\b/,
    why: 'hides who is meant',
    instead: 'users who …, anyone who …, the caller, the sender',
  },
  {
    pattern: /\bOnly who\b|^\W*Who (?:may|can|must|does|has)\b(?!.{0,12}:|.*\?)/,
    why: 'a relative clause needs a noun',
    instead: 'users who may …, clients that …',
  },
  { pattern: /\banew\b/, why: 'literary', instead: 'again, or a verb such as rebuild, reload, restart, redraw' },
  { pattern: /\bfor ever\b/, why: 'old spelling', instead: 'forever, permanently' },
  { pattern: /\bany more\b/, why: translated, instead: 'no longer' },
  {
    pattern: /\bby (?:itself|themselves)\b/,
    why: 'ambiguous: alone, or automatically?',
    instead: 'automatically, on its own, alone',
  },
  { pattern: /^\W*So (?:many|much|far|long)\b/, why: translated, instead: 'How many …, The most …, After this many …' },
  { pattern: /\b(?:of|with|after|by) so many\b/, why: translated, instead: 'this number of' },
  { pattern: /\bworked off\b/, why: translated, instead: 'processed' },
  { pattern: /\b(?:is|are) held to\b/, why: translated, instead: 'is checked against, must follow' },
  { pattern: /\bgreys\b|\bsince when when\b/, why: translated, instead: 'turns grey and shows since when' },
  { pattern: /\banswers (?:how|whether|true|false|what|when)\b/, why: 'functions do not answer', instead: 'returns' },
  { pattern: /\bin any case; /, why: translated, instead: 'even if …' },
  { pattern: /\bdear(?:er|ly)\b/, why: 'old-fashioned', instead: 'more expensive, at a higher cost' },
];

const headless: PhraseRule = {
  pattern: /^/,
  why: 'a clause without its main clause',
  instead: 'The …, Returns …, Reads …, True if …: what the thing is or does',
};
const headlessPattern =
  /\/\*\*[\s*]*((?:What|Who|Whose|Whom|Whether|Which|Where|How|Why|(?:In|On|At|By|To|For|From|Of|With|Under|Over|Since|Until) (?:what|which|whom|when|how))\b|When\b(?=[^,.:;]*[.:;/]))/g;

/** Words for which `docs/glossary.md` has another one, wherever they stand in our code. */
export const chineseRules: readonly PhraseRule[] = [
  ['呼救', '呼叫（名词）、求救（动词）'],
  ['使用年限', '梯龄'],
  ['告警', '报警'],
  ['派遣', '派出'],
  ['逐级上报', '升级通知'],
  ['超期', '超时'],
  ['逾时', '超时'],
  ['值班员', '调度员'],
  ['席位', '值班台'],
  ['结单', '完成'],
  ['分钟应答', '分钟受理'],
  ['移交救援', '转交救援'],
  ['移交该救援单', '转交该救援单'],
].map(([word = '', instead = '']) => ({
  pattern: new RegExp(word),
  why: 'the glossary has one word for this',
  instead,
}));

const titlePattern = /\b(?:it|test|describe|suite)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])(.*?)(?<!\\)\1/;
const storyNamePattern = /\bname: (['"`])(.*?)(?<!\\)\1/;

/** The prose of a source line: a comment, or the title of a test or a story; empty for code. */
export function proseOf(line: string, isStory: boolean): string {
  const comment = /^\s*(?:\*(?!\w+\()|\/\*|\/\/)/.test(line)
    ? line
    : (/(?<![:'"\w])\/\/\s[^'"`]*$/.exec(line)?.[0] ?? '');
  const title = titlePattern.exec(line)?.[2] ?? (isStory ? storyNamePattern.exec(line)?.[2] : undefined) ?? '';
  return comment === '' ? title : comment.replace(/^\s*(?:\/\*\*?|\*|\/\/)\s?/, '');
}

/** Returns the places where a text breaks a rule. `proseIn` chooses what of a line is read. */
export function findPhrases(
  file: string,
  text: string,
  rules: readonly PhraseRule[],
  proseIn: (line: string) => string,
): PhraseFinding[] {
  return text.split('\n').flatMap((line, index) => {
    const prose = proseIn(line);
    return rules.flatMap((rule) => {
      const phrase = rule.pattern.exec(prose)?.[0];
      return phrase === undefined ? [] : [{ file, line: index + 1, phrase: phrase.trim(), rule }];
    });
  });
}

/** Returns the doc comments of a text that begin with a clause such as “What …” or “Whether …” instead of a plain statement. */
export function findHeadless(file: string, text: string): PhraseFinding[] {
  return [...text.matchAll(headlessPattern)].map((match) => ({
    file,
    line: text.slice(0, match.index + match[0].length).split('\n').length,
    phrase: match[1] ?? '',
    rule: headless,
  }));
}

const root = fileURLToPath(new URL('..', import.meta.url));
const codeFolders = ['src', 'server', 'tests', 'scripts', '.storybook'];
/** These name the phrases. */
const exempt = new Set([
  'scripts/language.ts',
  'scripts/language.test.ts',
  'docs/glossary.md',
  // The words of the rule, as it prints them.
  'src/contract/visits/standardItems.ts',
  'README.zh-CN.md',
  'docs/operating/README.zh-CN.md',
]);

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !entry.name.includes('.generated.'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !exempt.has(file));
}

const readRepositoryFile = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Every phrase to be replaced in the documents, comments and titles of the repository. */
export function findEnglish(): PhraseFinding[] {
  const documents = [
    ...filesBelow('docs', /\.md$/),
    ...readdirSync(root).filter((name) => name.endsWith('.md') && !exempt.has(name)),
  ];
  const sources = codeFolders.flatMap((folder) => filesBelow(folder, /\.(?:ts|tsx|mjs|css)$/));
  // A released step of the schema is never touched, not even its comments.
  const described = sources.filter((file) => !file.startsWith('server/store/migrations/0'));
  return [
    ...described.flatMap((file) => findHeadless(file, readRepositoryFile(file))),
    ...documents.flatMap((file) => findPhrases(file, readRepositoryFile(file), englishRules, (line) => line)),
    ...sources.flatMap((file) =>
      findPhrases(file, readRepositoryFile(file), englishRules, (line) => proseOf(line, file.includes('.stories.'))),
    ),
  ];
}

/** Every Chinese word to be replaced in the code of the repository: screens, messages, and the tests that name them. */
export function findChinese(): PhraseFinding[] {
  return codeFolders
    .flatMap((folder) => filesBelow(folder, /\.(?:ts|tsx|mjs)$/))
    .flatMap((file) => findPhrases(file, readRepositoryFile(file), chineseRules, (line) => line));
}
