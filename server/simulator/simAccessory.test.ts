import { describe, expect, it } from 'vitest';
import { SimAccessoryDevice, temperOf, type Temper } from './simAccessory.ts';

const screen = {
  elevatorId: 5,
  deviceKey: 'SCR000005',
  deviceType: 'SCR',
  model: 'TA-S7',
  firmware: '1.4.0',
  reportPeriodMs: 60_000,
} as const;

function play(temper: Temper) {
  const said: object[] = [];
  const waits: number[] = [];
  const pending: (() => void)[] = [];
  const device = new SimAccessoryDevice(screen, {
    temper,
    chance: () => 0.5,
    later: (delayMs, action) => {
      waits.push(delayMs);
      pending.push(action);
    },
  });
  const send = (_topic: string, message: object) => void said.push(message);
  device.take(7, 'volume', send);
  for (const action of pending.splice(0)) action();
  return { device, said, waits, send };
}
const received = { command_id: 7, received: true };

describe('a simulated camera or screen', () => {
  it.each([
    ['obeys', [received, { command_id: 7, code: 0 }]],
    ['refuses', [received, { command_id: 7, code: 3, message: '设备忙，请稍后重试' }]],
    ['twice', [received, { command_id: 7, code: 0 }, { command_id: 7, code: 0 }]],
  ] as const)('that %s answers so', (temper, answers) => {
    expect(play(temper).said).toEqual(answers);
  });

  it('that is late answers later than a desk would wait', () => {
    const { said, waits } = play('late');
    expect(said).toHaveLength(2);
    expect(waits[0]).toBeGreaterThanOrEqual(20_000);
  });

  it('carries a command out once, and answers each time it comes', () => {
    const { device, said, waits, send } = play('obeys');
    device.take(7, 'volume', send);
    expect(said.slice(2)).toEqual([received, { command_id: 7, code: 0 }]);
    expect(waits).toHaveLength(1);
  });

  it('has the same temper for the same seed, and among 200 every temper is found', () => {
    const keys = Array.from({ length: 200 }, (_, index) => `CAM${String(index * 5).padStart(6, '0')}`);
    const tempers = keys.map((key) => temperOf(key, 1));
    expect(keys.map((key) => temperOf(key, 1))).toEqual(tempers);
    expect(new Set(tempers)).toEqual(new Set(['obeys', 'refuses', 'late', 'twice']));
    expect(tempers.filter((temper) => temper === 'obeys').length).toBeGreaterThan(100);
  });
});
