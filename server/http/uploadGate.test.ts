import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { UploadGate } from './uploadGate.ts';

describe('uploads', () => {
  it('only twenty of 200 unfinished ones begin, two for each account, so that they cannot fill the memory', () => {
    const gate = new UploadGate(new VirtualClock());
    let begun = 0;
    for (let attempt = 0; attempt < 200; attempt += 1) {
      try {
        gate.enter(attempt % 50);
        begun += 1;
      } catch {
        // Refused; the test counts those that were not.
      }
    }
    expect(begun).toBe(20);
    const own = new UploadGate(new VirtualClock());
    own.enter(1);
    own.enter(1);
    expect(() => own.enter(1)).toThrow('您有文件正在上传');
    own.enter(2);
  });

  it('give their place back; an account has thirty tries before it has to slow down', async () => {
    const clock = new VirtualClock();
    const gate = new UploadGate(clock);
    for (let upload = 0; upload < 30; upload += 1) gate.enter(1)();
    expect(() => gate.enter(1)).toThrow('上传过于频繁');
    gate.enter(2)();
    await clock.advance(30_000);
    gate.enter(1)();
  });
});
