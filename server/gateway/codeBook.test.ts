import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CodeBook, codeEventEveryMs, type CodeChange } from './codeBook.ts';

const codesOf = (...vendorCodes: string[]) => vendorCodes.map((vendorCode) => ({ vendorCode, code: vendorCode }));
const wordsOf = (changes: readonly CodeChange[]) =>
  changes.map(({ kind, vendorCode, times }) => `${kind} ${vendorCode}${times > 1 ? ` ×${times}` : ''}`);

/** Records everything that is due, as a store that never fails does. */
function settle(book: CodeBook, nowMs: number): readonly string[] {
  const words: string[] = [];
  for (let [change] = book.due(nowMs); change !== undefined; [change] = book.due(nowMs)) {
    book.recorded(change, nowMs);
    words.push(...wordsOf([change]));
  }
  return words;
}

describe('the codes of a device', () => {
  test('are recorded when they appear and when they are over, and not in between', () => {
    const book = new CodeBook();
    book.report(codesOf('03', '41'), 0);
    expect(settle(book, 0)).toEqual(['raised 03', 'raised 41']);
    book.report(codesOf('03', '41'), 5_000);
    expect(settle(book, 5_000)).toEqual([]);
    book.report(codesOf('03'), 10_000);
    expect(settle(book, 10_000)).toEqual(['cleared 41']);
    expect(book.isSettled).toBe(true);
  });

  test('that flutter are one event a minute, with how often they appeared', () => {
    const book = new CodeBook();
    const words: string[] = [];
    for (let nowMs = 0; nowMs < 3 * codeEventEveryMs; nowMs += 5_000) {
      book.report(nowMs % 10_000 === 0 ? codesOf('03') : [], nowMs);
      words.push(...settle(book, nowMs));
    }
    expect(words).toEqual(['raised 03', 'cleared 03', 'raised 03 ×6', 'cleared 03', 'raised 03 ×6', 'cleared 03']);
  });

  test('that stand since before a restart are not raised again, and are cleared when the first report has them no longer', () => {
    const book = new CodeBook(codesOf('03', '41'));
    book.report(codesOf('41', '03'), 0);
    expect(settle(book, 0)).toEqual([]);
    book.report(codesOf('41'), 5_000);
    expect(settle(book, 5_000)).toEqual(['cleared 03']);
  });

  test('whose clear comes before their raise are not recorded at all', () => {
    const book = new CodeBook();
    book.report([], 0);
    expect(settle(book, 0)).toEqual([]);
    expect(book.isSettled).toBe(true);
  });

  test('that could not be recorded are recorded later, once', () => {
    const book = new CodeBook();
    book.report(codesOf('03'), 0);
    expect(wordsOf(book.due(0))).toEqual(['raised 03']);
    book.report(codesOf('03'), 5_000);
    expect(settle(book, 5_000)).toEqual(['raised 03']);
  });

  test('take no more memory than a page, whatever a device makes up, and those of the last report stand in the end', () => {
    const book = new CodeBook();
    for (let report = 0; report < 500; report += 1) {
      book.report(codesOf(...Array.from({ length: 20 }, (_, index) => `E${report}-${index}`)), report * 250);
      // The device has used up its share: hardly anything is recorded.
      const [change] = report % 4 === 0 ? book.due(report * 250) : [];
      if (change !== undefined) book.recorded(change, report * 250);
    }
    expect(book.remembered).toBeLessThanOrEqual(60);
    for (let minute = 3; minute < 8; minute += 1) settle(book, minute * codeEventEveryMs);
    expect(book.standing.toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `E499-${index}`).toSorted());
  });

  test('stand in the end as the last report has them, however they came and whenever they could be recorded', () => {
    const report = fc.subarray(['01', '03', '41', '90', 'E-62']);
    const step = fc.record({
      reported: report,
      waitMs: fc.integer({ min: 0, max: 90_000 }),
      recordedNum: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(report, fc.array(step, { maxLength: 60 }), (standing, steps) => {
        const book = new CodeBook(codesOf(...standing));
        /** The codes that stand in a projection of the recorded events. */
        const kept = new Set(standing);
        const recordedAtMs = new Map<string, number>();
        let nowMs = 0;
        const record = (change: CodeChange) => {
          book.recorded(change, nowMs);
          const { kind, vendorCode } = change;
          if (kind === 'raised') kept.add(vendorCode);
          else kept.delete(vendorCode);
          const name = `${kind} ${vendorCode}`;
          expect(nowMs - (recordedAtMs.get(name) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(codeEventEveryMs);
          recordedAtMs.set(name, nowMs);
        };
        for (const { reported, waitMs, recordedNum } of steps) {
          nowMs += waitMs;
          book.report(codesOf(...reported), nowMs);
          for (const change of book.due(nowMs).slice(0, recordedNum)) record(change);
        }
        for (let minute = 0; minute < 3; minute += 1) {
          nowMs += codeEventEveryMs;
          for (let [change] = book.due(nowMs); change !== undefined; [change] = book.due(nowMs)) record(change);
        }
        expect([...kept].toSorted()).toEqual((steps.at(-1)?.reported ?? standing).toSorted());
        expect(book.isSettled).toBe(true);
      }),
    );
  });
});
