import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { sheetOf } from '../../tests/support/sheetOf.ts';
import { editDistance, NameIndex } from './nameIndex.ts';
import { readSheet } from '../spreadsheet/readSheet.ts';
import { streamSheet } from '../spreadsheet/writeSheet.ts';
import { columnOfHead, halfWidth, lookupsColumn, textColumn, toDay, type ImportColumn } from './columns.ts';
import { parseRows } from './importDesk.ts';
import { readImportFile, stageRows, toFileRow } from './importFile.ts';
import { communityColumns } from './kinds/community.ts';
import { companyColumns } from './kinds/company.ts';
import { personColumns } from './kinds/person.ts';

const head = ['名称', '区域', '物业公司', '经度', '纬度'];
const garden = ['新苑', '东湖区', '安居物业', '120.11', '30.21'];
const sheet = (rows: readonly (readonly string[])[], more = {}) => ({ rows, formulas: [], merges: [], ...more });

test.each<[string, () => Promise<Uint8Array>, string]>([
  ['no workbook', async () => Buffer.from('名称,区域'), '这不是 Excel 工作簿'],
  ['an empty file', async () => new Uint8Array(), '文件是空的'],
  ['an old or locked file', async () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), '旧版 .xls 或加了密码的文件'],
  ['too large a file', async () => new Uint8Array(10 * 1_048_576 + 1), '文件超过 10 MB'],
  ['an empty sheet', () => sheetOf([]), '文件中没有内容'],
])('%s is refused with what to do', async (_what, bytes, words) => {
  await expect(readImportFile(await bytes(), communityColumns)).rejects.toThrow(words);
});

test.each<[string, readonly (readonly string[])[], string]>([
  ['another head', [['甲', '乙']], '没有找到表头：表头须含“名称”、“区域”、“经度”、“纬度”'],
  [
    'a column less',
    [
      ['名称', '区域'],
      ['甲', '乙'],
    ],
    '缺少列：经度、纬度',
  ],
  ['a column twice', [[...head, '小区名称'], garden], '“名称”有两列'],
  ['a head alone', [head], '表头下没有数据行'],
  ['20,001 rows', [head, ...Array.from({ length: 20_001 }, () => garden)], '一次最多导入 20000 行'],
])('a sheet with %s is refused with what to do', (_what, rows, words) => {
  expect(() => stageRows(sheet(rows), communityColumns)).toThrow(words);
});

test('20,000 rows are read whole from a file', async () => {
  const file = await readImportFile(
    await sheetOf([head, ...Array.from({ length: 20_000 }, () => garden)]),
    communityColumns,
  );
  expect(file.rows.length).toBe(20_000);
  expect(file.rows.at(-1)).toMatchObject({ rowNumber: 20_001, cells: garden });
}, 60_000);

test('a title may stand over the head, empty rows are passed over, formulas and merged cells are named', () => {
  const staged = stageRows(
    sheet([['2026 年小区清单'], head, garden, [], ['别苑', '东湖区', '', '1', '2']], {
      formulas: ['2,3', '2,9'],
      merges: [
        [4, 5],
        [0, 0],
      ],
    }),
    communityColumns,
  );
  expect(staged.rows).toEqual([
    {
      rowNumber: 3,
      cells: garden,
      problems: [{ header: '经度', message: '单元格是公式或错误值，请复制后“粘贴为数值”', suggestion: '' }],
    },
    {
      rowNumber: 5,
      cells: ['别苑', '东湖区', '', '1', '2'],
      problems: [{ header: '', message: '含跨行合并的单元格，请取消合并后逐行填写', suggestion: '' }],
    },
  ]);
});

test.each([
  ['2026/1/5', '2026-01-05'],
  ['2026-01-05', '2026-01-05'],
  ['2026.1.5', '2026-01-05'],
  ['2026年1月5日', '2026-01-05'],
  ['２０２６－０１－０５', '2026-01-05'],
  ['20260105', '2026-01-05'],
  ['46027', '2026-01-05'],
  ['2026-01-05 00:00:00', '2026-01-05'],
  ['2026-02-30', undefined],
  ['5/1/2026', undefined],
  ['明天', undefined],
])('the day %s is read as %s', (typed, day) => {
  expect(toDay(typed)).toBe(day);
});

test('full-width digits are the digits that were meant', () => {
  expect(halfWidth('１３８－００００　１２３４ ')).toBe('138-0000 1234');
});

test('a head is found under its other names, with or without a mark', () => {
  expect(['小区名称', '名称*', ' 名 称（必填）'].map((text) => columnOfHead(communityColumns, text)?.field)).toEqual([
    'name',
    'name',
    undefined,
  ]);
  expect(['手机号码', '所属单位：'].map((text) => columnOfHead(personColumns, text)?.field)).toEqual([
    'mobile',
    'organization',
  ]);
});

test('the nearest name is suggested where at most two letters differ', () => {
  const index = new NameIndex(
    ['翠湖花园', '云锦雅苑', '东湖'].map((name, value) => ({ value, name, fullName: `云川市 / ${name}` })),
  );
  expect(['翠胡花园', '翠湖花苑 ', '云锦', '西山', '翠湖'].map((text) => index.suggest(text))).toEqual([
    '翠湖花园',
    '翠湖花园',
    '',
    '',
    '东湖',
  ]);
  expect(index.find(' 翠湖花园').map(({ value }) => value)).toEqual([0]);
});

test('the full name tells two of one name apart', () => {
  const index = new NameIndex([1, 2].map((value) => ({ value, name: '花园', fullName: `${value} 区 / 花园` })));
  expect([index.find('花园').length, index.find('2 区/花园').map(({ value }) => value), index.nameOf(1)]).toEqual([
    2,
    [2],
    '1 区 / 花园',
  ]);
});

test('the distance of two words is the same both ways, and never more than the longer word', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 8 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      const distance = editDistance(one, other, 20);
      expect(distance).toBe(editDistance(other, one, 20));
      expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
      expect(distance === 0).toBe(one === other);
      expect(editDistance(one, other, 2)).toBe(Math.min(distance, 3));
    }),
  );
});

test('a cell with what no database keeps is named and left out', () => {
  const row = { rowNumber: 2, cells: ['新\u0000苑', '东湖区\ud800', '安居物业'], problems: [] };
  const { cells, problems } = toFileRow(row, head, communityColumns);
  expect(cells.map(({ text }) => text)).toEqual(['安居物业']);
  expect(problems.map(({ header, message }) => [header, message])).toEqual([
    ['名称', '含有无法保存的字符，请删去后重试'],
    ['区域', '含有无法保存的字符，请删去后重试'],
  ]);
});

test('a call for help can ring between any two rows whose names are looked for', async () => {
  const seen: string[] = [];
  const column = {
    ...textColumn('name', '名称'),
    parse(text: string) {
      seen.push(text);
      setImmediate(() => seen.push('other work'));
      return { value: text };
    },
  };
  const row = (text: string) => ({ rowNumber: 1, problems: [], cells: [{ column, text }] });
  await parseRows(['甲', '乙', '丙'].map(row), new Map());
  expect(seen).toEqual(['甲', 'other work', '乙', 'other work', '丙', 'other work']);
});

test('of several wrong names in a cell the first is named, and no more are looked for', () => {
  const groups = new NameIndex([{ value: 1, name: '一组', fullName: '东湖区 / 一组' }]);
  const looked = vi.spyOn(groups, 'suggest');
  const column = lookupsColumn('group_ids', '分组', 'group');
  expect(column.parse('一组、二组、三组', new Map([['group', groups]]))).toMatchObject({ problem: '分组没有“二组”' });
  expect(looked).toHaveBeenCalledTimes(1);
});

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const letters = fc.stringMatching(/^[甲乙丙A-Z0-9]{1,8}$/);
const telephone = fc.stringMatching(/^\+?\d{3,15}$/);
const list = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { minLength: 1, maxLength: 3 });
const names = new Map(
  ['area', 'property', 'group', 'organization'].map((name) => [
    name,
    new NameIndex(
      Array.from({ length: 5 }, (_, index) => ({
        value: name === 'organization' ? `4-${index}` : index,
        name: `名${index}`,
        fullName: `全/名${index}`,
      })),
    ),
  ]),
);
const id = fc.integer({ min: 0, max: 4 });
const records: readonly (readonly [string, readonly ImportColumn[], fc.Arbitrary<object>])[] = [
  [
    'a community',
    communityColumns,
    fc.record({
      name: letters,
      area_id: id,
      site_type: fc.constantFrom('residential', 'mall'),
      property_id: id,
      address: letters,
      lng: fc.integer({ min: 73, max: 136 }).map((n) => n + 0.125),
      lat: fc.integer({ min: 3, max: 54 }),
      group_ids: fc.uniqueArray(id, { minLength: 1 }),
      remark: letters,
    }),
  ],
  [
    'a company',
    companyColumns,
    fc.record({
      name: letters,
      contact_mobile: telephone,
      duty_phone: telephone,
      licence_number: letters,
      licence_expiry: day,
      contacts: list(fc.record({ name: letters, position: letters, mobile: telephone })),
    }),
  ],
  [
    'a person',
    personColumns,
    fc.record({
      name: letters,
      mobile: telephone,
      organization: id.map((n) => `4-${n}`),
      duties: fc.uniqueArray(fc.constantFrom('worker', 'safetyOfficer', 'manager'), { minLength: 1 }),
      certificates: list(fc.record({ number: letters, class: letters, expiry: day })),
    }),
  ],
];

const fields = (one: object) => new Map<string, unknown>(Object.entries(one));

test.each(records)(
  '%s that is exported is imported as it was',
  async (_what, columns, record) => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 10, maxLength: 20 }), async (written) => {
        async function* pages() {
          yield written.map((one) => columns.map(({ field, format }) => format(fields(one).get(field) ?? '', names)));
        }
        const file = new Uint8Array(
          await new Response(
            streamSheet(
              '表',
              columns.map(({ header }) => ({ header })),
              pages(),
            ),
          ).arrayBuffer(),
        );
        const { rows } = await readSheet(file, 100);
        const read = rows.slice(1).map((cells) =>
          Object.fromEntries(
            cells.flatMap((text, index) => {
              const column = columns[index];
              if (text === '' || column === undefined) return [];
              const parsed = column.parse(text, names);
              return [[column.field, 'value' in parsed ? parsed.value : parsed.problem]];
            }),
          ),
        );
        expect(read).toEqual(written);
      }),
      { numRuns: 2 },
    );
  },
  30_000,
);
