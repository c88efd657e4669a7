import { expect, test } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { startAgain } from './startAgain.ts';
import { StartError } from '../runtime/startError.ts';
import { StoreUnavailableError } from '../store/errors.ts';

const broken = (code: string) =>
  new StoreUnavailableError(Object.assign(new Error('terminating connection'), { code }));

test('a start during which PostgreSQL ends an idle session is told as what it is, and tried again', async () => {
  const clock = new VirtualClock();
  const told: string[] = [];
  let tries = 0;
  const started = startAgain({ clock, onTrouble: (trouble) => void told.push(trouble) }, () => {
    tries += 1;
    return tries < 3 ? Promise.reject(broken('57P05')) : Promise.resolve('serving');
  });
  for (let second = 0; second < 3; second += 1) await clock.advance(1_000);
  expect(await started).toBe('serving');
  expect(told).toEqual([
    '启动时 PostgreSQL 结束了一个过久没有动作的会话（这台机器可能过于繁忙），重新启动服务（第 1 次）',
    '启动时 PostgreSQL 结束了一个过久没有动作的会话（这台机器可能过于繁忙），重新启动服务（第 2 次）',
  ]);
});

test('a wrong setting is not tried again, and a database that keeps breaking off ends the start', async () => {
  const clock = new VirtualClock();
  const quiet = { clock, onTrouble: () => {} };
  let tries = 0;
  const failing = (error: Error) => () => {
    tries += 1;
    return Promise.reject(error);
  };
  await expect(startAgain(quiet, failing(new StartError('PORT 须为端口号')))).rejects.toThrow('PORT');
  expect(tries).toBe(1);
  const ended = startAgain(quiet, failing(broken('57P01'))).catch((error: unknown) => error);
  for (let second = 0; second < 6; second += 1) await clock.advance(1_000);
  expect(await ended).toBeInstanceOf(StoreUnavailableError);
  expect(tries).toBe(6);
});
