import { describe, expect, test } from 'vitest';
import { toCsv, toCsvCell } from './toCsv.ts';

/** Reads CSV back as RFC 4180 says. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(i + 1) === '"') {
        cell += '"';
        i++;
      } else isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === ',') endCell();
    else if (char === '\r' && text.charAt(i + 1) === '\n') {
      endCell();
      rows.push([]);
      i++;
    } else cell += char;
  }
  return rows.slice(0, -1);
}

const bare = (text: string): string => text.replaceAll("'", '');

const commands = ["cmd|' /C calc'!A0", 'HYPERLINK("http://x","y")', '1+1', 'SUM(A1:A9)', 'WEBSERVICE("http://x")'];
const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
const blanks = ['', ' ', '  ', '\t', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u0000', '\r', '\n', '\u2028', '"', "'"];

const payloads = [
  ...starts.flatMap((start) => commands.slice(0, 2).map((command) => start + command)),
  ...blanks.flatMap((blank) => [`${blank}=1+1`, `${blank}＝1+1`]),
  '正常\n=1+1',
  '正常\r=1+1',
  '正常\r\n+1',
  '正常\n \t@x',
  '正常\v=1',
  '正常\f=1',
  '正常\u2028=1',
  '正常\u0085=1',
  '\n\n=1',
  'a\n-b\n=c',
  '\tx',
  '\rx',
  '\u0000x',
  '=',
  '-',
  '@',
  '+86 138 0000 0000',
];

describe('formulas', () => {
  test('there are enough payloads to speak of', () => {
    expect(payloads.length).toBeGreaterThanOrEqual(60);
  });

  test.each(payloads)('%j is exported as text in each of its lines', (payload) => {
    const [[cell = ''] = []] = parseCsv(`${toCsvCell(payload)}\r\n`);
    for (const line of cell.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)) {
      const first = Array.from(line).find((char) => char > ' ' && !'\u00a0\u3000\u200b\ufeff'.includes(char)) ?? '';
      expect(starts, JSON.stringify(cell)).not.toContain(first);
    }
    expect(['\t', '\r', '\u0000']).not.toContain(cell.charAt(0));
  });

  test.each(payloads)('taking the quotes away again gives %j back', (payload) => {
    const [[cell = ''] = []] = parseCsv(`${toCsvCell(payload)}\r\n`);
    expect(bare(cell)).toBe(bare(payload));
  });
});

test.each(['滨江花园 3 栋 2 单元', '1-2', 'a=b', '张伟（值班）', 'http://x/?a=b', '梯号：NB-000123', ''])(
  '%j needs nothing and is not touched',
  (text) => {
    expect(toCsvCell(text)).toBe(`"${text}"`);
  },
);

test('numbers stay numbers, also below zero, and nothing stays nothing', () => {
  expect([-12.5, 0, 7].map(toCsvCell)).toEqual(['-12.5', '0', '7']);
  expect([null, Number.NaN, Number.POSITIVE_INFINITY].map(toCsvCell)).toEqual(['', '', '']);
});

test('quotes, commas and line breaks come back as they were', () => {
  const rows = [
    ['名称', '备注'],
    ['a"b', 'c,d'],
    ['e\nf', 'g'],
  ];
  const text = toCsv(rows);
  expect(text.charCodeAt(0)).toBe(0xfeff);
  expect(parseCsv(text.slice(1))).toEqual(rows);
});
