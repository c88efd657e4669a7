import { hash } from 'node:crypto';
import { demoPassword } from './demoPassword.ts';
import { commonWords, leakedPasswords } from './commonWords.ts';

const endings: readonly string[] = [
  '',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '01',
  '001',
  '11',
  '111',
  '66',
  '666',
  '6666',
  '88',
  '888',
  '8888',
  '99',
  '999',
  '520',
  '521',
  '1314',
  '5201314',
  '!',
  '@',
  '#',
  '1!',
  '12!',
  '123!',
  '123.',
  '123#',
  '1234!',
  '12345!',
  '123456!',
  '!123',
  '@1',
  '@12',
  '@123',
  '@1234',
  '@12345',
  '@123456',
  '#123',
  '_123',
  '.123',
  '!@#',
  '!@#$',
  '000',
  '321',
  '4321',
  '54321',
  ...Array.from({ length: 17 }, (_, index) => String(2014 + index)),
  ...Array.from({ length: 9 }, (_, index) => `@${2020 + index}`),
  ...Array.from({ length: 9 }, (_, index) => `${2020 + index}!`),
];

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function* wordsWithEndings(): Generator<string> {
  for (const word of commonWords) {
    for (const ending of endings) {
      yield word + ending;
      yield capitalised(word) + ending;
    }
    for (const start of ['123', '123456', '1234', '12345', '1', '520']) yield start + word;
    yield word + word;
    yield word.toUpperCase();
  }
}

/** One digit or letter repeated, and runs up and down: `88888888`, `123456789`, `abcdefgh`. */
function* runs(): Generator<string> {
  for (const symbol of '0123456789abcdefghijklmnopqrstuvwxyz')
    for (let length = 3; length <= 16; length += 1) yield symbol.repeat(length);
  for (const row of ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']) {
    const back = row.split('').toReversed().join('');
    for (const text of [row, back]) {
      for (let start = 0; start < text.length; start += 1)
        for (let length = 4; length <= 12 && start + length <= text.length; length += 1)
          yield text.slice(start, start + length);
    }
  }
}

/** Birthdays as people write them, `19880808` and `880808`. */
function* dates(): Generator<string> {
  for (let year = 1960; year <= 2012; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      for (let day = 1; day <= 31; day += 1) {
        const text = `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;
        yield text;
        yield text.slice(2);
      }
    }
  }
}

let known: ReadonlySet<string> | undefined;

/**
 * MD5 (hex) of the passwords that guessers try first: at login the server sees nothing but the MD5. About 130,000, computed on
 * first use in about an eighth of a second.
 */
export function commonPasswordHashes(): ReadonlySet<string> {
  if (known === undefined) {
    const hashes = new Set<string>();
    for (const source of [leakedPasswords, leakedPasswords.map(capitalised), wordsWithEndings(), runs(), dates()]) {
      for (const password of source) hashes.add(hash('md5', password, 'hex'));
    }
    known = hashes;
  }
  return known;
}

/** Strips what guessers strip first: case, look-alike symbols, and characters before and after the word. */
function coreOf(password: string): string {
  const lookAlikes: Readonly<Record<string, string>> = {
    '@': 'a',
    '4': 'a',
    '3': 'e',
    '1': 'i',
    '!': 'i',
    '0': 'o',
    $: 's',
    '5': 's',
    '7': 't',
  };
  const bare = password.toLowerCase().replaceAll(/^[^a-z@$]+|[^a-z@$]+$/g, '');
  return bare.replaceAll(/[@4310!$57]/g, (symbol) => lookAlikes[symbol] ?? symbol);
}

const words: ReadonlySet<string> = new Set([...commonWords, ...leakedPasswords]);

/** Returns the reason for refusing a new password, in Chinese; undefined if it is accepted. `account` and `name` are the user's own. */
export function judgeNewPassword(
  password: string,
  { account, name }: { readonly account: string; readonly name: string },
): string | undefined {
  const lower = password.toLowerCase();
  if (lower.includes(demoPassword.toLowerCase())) return '这是演示城市公开的密码，请换一个';
  if (account !== '' && lower.includes(account.toLowerCase())) return '新密码不能包含账号，请换一个';
  if (name !== '' && lower.includes(name.toLowerCase())) return '新密码不能包含姓名，请换一个';
  if (/^\d+$/.test(password)) return '新密码不能只有数字，请加入字母或符号';
  if (new Set(lower).size < 5) return '新密码中重复的字符太多，请换一个';
  if (
    commonPasswordHashes().has(hash('md5', password, 'hex')) ||
    commonPasswordHashes().has(hash('md5', lower, 'hex')) ||
    words.has(coreOf(password))
  ) {
    return '新密码太常见，容易被猜到，请换一个';
  }
  return undefined;
}
