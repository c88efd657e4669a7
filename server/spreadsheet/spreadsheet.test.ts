import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { read, utils } from '@e965/xlsx';
import { spacedWorkbook } from '../../tests/support/spacedWorkbook.ts';
import { readSheet } from './readSheet.ts';
import { columnLetters, streamSheet, writeTemplate } from './writeSheet.ts';

const bytesOf = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer());
// oxlint-disable-next-line no-control-regex -- XML does not carry them
const uncarried = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const kept = (text: string) => text.replaceAll(uncarried, '').replaceAll(/\r\n?/g, '\n').trim();
async function* pagesOf(rows: readonly (readonly (string | number | null)[])[]) {
  yield rows;
}

test('a template opens in another program, with drop-downs from a hidden sheet and digits left as typed', async () => {
  const bytes = await writeTemplate('电梯', [
    { header: '注册代码' },
    { header: '状态', choices: ['在用', '停用'] },
    { header: '载重', isNumber: true },
  ]);
  const workbook = read(bytes, { cellStyles: true });
  expect(workbook.SheetNames).toEqual(['电梯', '_列表']);
  expect(workbook.Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([0, 2]);
  expect(utils.sheet_to_json(workbook.Sheets['_列表'] ?? {}, { header: 1 })).toEqual([
    [undefined, '在用'],
    [undefined, '停用'],
  ]);
  expect((await readSheet(bytes, 10)).rows).toEqual([['注册代码', '状态', '载重']]);
});

test('a list of more than 500 gets no drop-down', async () => {
  const choices = Array.from({ length: 501 }, (_, index) => `小区 ${index}`);
  expect(read(await writeTemplate('x', [{ header: '小区', choices }])).SheetNames).toEqual(['x']);
});

test('what is exported is read back as it was, by us and by another program, and nothing is a formula', async () => {
  const cell = fc.oneof(
    fc.constantFrom('=1+1', '+8613800000000', '@x', '-3', '007', '310115200012345678901'),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 20, maxLength: 60 }), async (rows) => {
      const bytes = await bytesOf(streamSheet('表', [{ header: '甲' }, { header: '乙' }], pagesOf(rows)));
      const sheet = read(bytes).Sheets['表'] ?? {};
      expect(Object.values(sheet).filter((one) => typeof one === 'object' && one !== null && 'f' in one)).toEqual([]);
      const again = await readSheet(bytes, 100);
      expect(again.formulas).toEqual([]);
      const seen = again.rows
        .slice(1)
        .map((row) => [row[0] ?? '', row[1] ?? ''].map((text) => text.replaceAll('\r', '\n')));
      expect(seen).toEqual(rows.map((row) => row.map(kept)).slice(0, seen.length));
    }),
    { numRuns: 4 },
  );
});

test('reads days, figures, formulas and merged cells correctly', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: '表',
        rows: [
          ['日期', '数', '码'],
          [new Date('2026-01-05T00:00:00Z'), 5.5, 3.1e20],
          [' 甲 ', true, null],
        ],
        cells: new Map([['2,2', { value: 3, type: 'formula', formula: '1+2', formulaResult: 3 }]]),
        merges: [{ startRow: 1, startCol: 0, endRow: 2, endCol: 0 }],
      },
    ],
  });
  const { rows, formulas, merges } = await readSheet(bytes, 10);
  expect(rows[1]?.slice(0, 2)).toEqual(['2026-01-05', '5.5']);
  expect(rows[1]?.[2]).toMatch(/^≈31000/);
  expect(formulas).toEqual(['2,2']);
  expect(merges).toEqual([[1, 2]]);
});

/** A container whose thirteen entries are one and the same, which unpacks to far more than it says. */
function bomb(): Uint8Array {
  const packed = deflateRawSync(Buffer.alloc(20 * 1_048_576));
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(100, 24);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(13, 10);
  end.writeUInt32LE(30 + packed.length, 16);
  return Buffer.concat([local, packed, ...Array.from({ length: 13 }, () => central), end]);
}

test('refuses files that are no workbook, with the reason: text, an old or locked file, a bomb', async () => {
  await expect(readSheet(Buffer.from('名称,地址\n'), 10)).rejects.toMatchObject({ reason: 'noExcel' });
  await expect(readSheet(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 10)).rejects.toMatchObject({
    reason: 'oldOrEncrypted',
  });
  await expect(readSheet(Buffer.from('PK\u0005\u0006'.padEnd(40, '\u0000')), 10)).rejects.toMatchObject({
    reason: 'noExcel',
  });
  await expect(readSheet(bomb(), 10)).rejects.toMatchObject({ reason: 'tooLarge' });
});

/** The same workbook, whose end names another directory in the way of ZIP64 beside an empty one in the usual way. */
function withSecondDirectory(workbook: Uint8Array): Uint8Array {
  const end = Buffer.from(workbook.subarray(workbook.length - 22));
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(10)), 32);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(workbook.length - 22), 8);
  end.writeUInt16LE(0, 10);
  end.writeUInt32LE(0xffffffff, 12);
  return Buffer.concat([workbook.subarray(0, workbook.length - 22), record, locator, end]);
}

test('a container whose directory is not the one that was weighed is refused', async () => {
  const workbook = await writeXlsx({ sheets: [{ name: '表', rows: [['甲', '乙']] }] });
  await expect(readSheet(withSecondDirectory(workbook), 10)).rejects.toMatchObject({ reason: 'noExcel' });
});

test('a small file whose cells repeat one long text is refused before the text is copied for each', async () => {
  const row = Array.from({ length: 100 }, () => '长'.repeat(2_000));
  const bytes = await writeXlsx({ sheets: [{ name: '表', rows: Array.from({ length: 151 }, () => row) }] });
  expect(bytes.length).toBeLessThan(200_000);
  await expect(readSheet(bytes, 200)).rejects.toMatchObject({ reason: 'tooLarge' });
}, 30_000);

/** Returns the memory of the processes that this one has started, MB; Linux only. */
async function memoryOfChildren(): Promise<number> {
  const pids = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8').catch(() => '')).split(' ');
  const sizes = await Promise.all(
    pids
      .filter((pid) => pid !== '')
      .map(async (pid) => {
        const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
        return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
      }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test.each([
  ['190 MB of spaces', 190, 8],
  ['90 MB of spaces, which is not yet too much to unpack', 90, 2],
])(
  'workbooks with %s are refused, and reading several at once takes no more than 256 MB',
  async (_what, megabytes, times) => {
    const bytes = spacedWorkbook(megabytes);
    expect(bytes.length).toBeLessThan(200_000);
    let most = 0;
    const over = new AbortController();
    const watch = async () => {
      while (!over.signal.aborted) {
        most = Math.max(most, await memoryOfChildren());
        await nextTurn();
      }
    };
    const watching = watch();
    const found = await Promise.allSettled(Array.from({ length: times }, () => readSheet(bytes, 10)));
    over.abort();
    await watching;
    for (const one of found) expect(one).toMatchObject({ status: 'rejected', reason: { reason: 'tooLarge' } });
    if (process.platform === 'linux') expect(most).toBeGreaterThan(20);
    expect(most).toBeLessThan(256);
  },
  120_000,
);

test('what waits for its turn is limited too, and the next one is told to come later', async () => {
  const first = readSheet(Buffer.from('名称,地址'), 10).catch((error: unknown) => error);
  await expect(readSheet(new Uint8Array(33 * 1_048_576), 10)).rejects.toMatchObject({ reason: 'busy' });
  expect(await first).toMatchObject({ reason: 'noExcel' });
});

test('rows that are merged a thousand times over are named once', async () => {
  const merges = Array.from({ length: 1_000 }, (_, column) => ({
    startRow: 1,
    startCol: column,
    endRow: 1_000_000,
    endCol: column,
  }));
  const bytes = await writeXlsx({ sheets: [{ name: '表', rows: Array.from({ length: 30 }, () => ['甲']), merges }] });
  expect((await readSheet(bytes, 20)).merges).toEqual([[1, 19]]);
});

test('columns are named as a spreadsheet names them', () => {
  expect([0, 25, 26, 51, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA']);
});
