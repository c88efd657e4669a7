import { expect, test } from 'vitest';
import { createTroubleLog } from './troubleLog.ts';
import { VirtualClock } from './virtualClock.ts';

class AwayError extends Error {}

function openLog() {
  const clock = new VirtualClock(0);
  const lines: string[] = [];
  const log = createTroubleLog({
    clock,
    write: (text) => lines.push(text),
    explain: (error) => (error instanceof AwayError ? error.message : undefined),
  });
  return { clock, lines, log };
}

test('a repeated trouble is written once, then as one line a minute with a count', async () => {
  const { clock, lines, log } = openLog();
  for (let n = 0; n < 500; n += 1) {
    log.onTrouble('读取出错，将重试', new AwayError(`数据库无法连接 ${n}`));
    await clock.advance(1_000);
  }
  log.close();
  expect(lines[0]).toBe('1970-01-01T00:00:00.000Z 读取出错，将重试 数据库无法连接 0');
  expect(lines[1]).toContain('读取出错，将重试（此前 1 分钟内又发生');
  expect(lines.length).toBeLessThan(20);
});

test('another trouble is written although the first one still repeats', () => {
  const { lines, log } = openLog();
  log.onTrouble('读取出错', new AwayError('数据库无法连接'));
  log.onTrouble('读取出错', new TypeError('no such property'));
  log.onTrouble('推送出错', new AwayError('数据库无法连接'));
  expect(lines.map((line) => line.split(' ')[1])).toEqual(['读取出错', '读取出错', '推送出错']);
  // Only an unforeseen error needs its stack.
  expect(lines[0]).not.toContain('\n');
  expect(lines[1]).toContain('troubleLog.test.ts');
  log.close();
});

test('no number of different troubles fills the disk', () => {
  const { lines, log } = openLog();
  for (let n = 0; n < 10_000; n += 1) log.onTrouble(`问题${String.fromCodePoint(0x4e00 + n)}`, new AwayError('坏'));
  log.close();
  expect(lines.length).toBeLessThan(110);
  expect(lines.at(-1)).toContain('其他问题（此前 1 分钟内又发生');
});
