import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { KeyedTurns } from './keyedTurns.ts';

describe('work in turns', () => {
  it('is done in sequence and in order for a key, whatever the outcome of the previous work', async () => {
    const turns = new KeyedTurns();
    const log: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        log.push(`${name} begins`);
        await Promise.resolve();
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const first = turns.run('lift 1', work('a', true));
    const second = turns.run('lift 1', work('b'));
    await expect(first).rejects.toThrow('a');
    expect(await second).toBe('b');
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('does not wait for another key, and forgets keys that have nothing to do', async () => {
    const turns = new KeyedTurns();
    const stuck = new EventEmitter();
    const waiting = turns.run('lift 1', () => once(stuck, 'done'));
    expect(await turns.run('lift 2', async () => 'done')).toBe('done');
    expect(turns.size).toBe(1);
    stuck.emit('done');
    await waiting;
    await Promise.resolve();
    expect(turns.size).toBe(0);
  });
});
