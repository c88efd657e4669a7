import { describe, expect, it } from 'vitest';
import { deviceEventSchema } from '../../src/contract/device.ts';
import { cleanJpeg } from '../http/image/cleanJpeg.ts';
import { SimAccessoryDevice, temperOf, type Temper } from './simAccessory.ts';

const atMs = Date.UTC(2026, 5, 1, 4);
const screen = {
  elevatorId: 5,
  tag: 'YC-0005',
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
  const pictures: unknown[] = [];
  let ids = 0;
  const device = new SimAccessoryDevice(screen, {
    temper,
    chance: () => 0.5,
    later: (delayMs, action) => {
      waits.push(delayMs);
      pending.push(action);
    },
    nowMs: () => atMs,
    nextId: () => `e-${(ids += 1)}`,
    sendPicture: (_deviceKey, eventId, jpeg) => void pictures.push([eventId, cleanJpeg(jpeg)?.width]),
  });
  const send = (_topic: string, message: object) => void said.push(message);
  const pass = () => {
    for (const action of pending.splice(0)) action();
  };
  return { device, said, waits, pictures, send, pass };
}
function takeVolume(temper: Temper) {
  const played = play(temper);
  played.device.take(volume, played.send);
  played.pass();
  return played;
}
const volume = { command_id: 7, identifier: 'volume', payload: { outputvol: 60 } };
const letGo = { command_id: 8, identifier: 'door_hold', payload: { door_hold: { status: 0 } } };
const received = { command_id: 7, received: true };

describe('a simulated camera or screen', () => {
  it.each([
    ['obeys', [received, { command_id: 7, code: 0 }]],
    ['refuses', [received, { command_id: 7, code: 3, message: '设备忙，请稍后重试' }]],
    ['twice', [received, { command_id: 7, code: 0 }, { command_id: 7, code: 0 }]],
  ] as const)('that %s answers so', (temper, answers) => {
    expect(takeVolume(temper).said).toEqual(answers);
  });

  it('shows a notice until it is recalled, and not where it refuses', () => {
    const show = {
      command_id: 9,
      identifier: 'notice_show',
      payload: { id: 3, title: '检验公告', content: '依次停用', until: '2026-06-03T00:00:00.000+08:00' },
    };
    const recall = { command_id: 10, identifier: 'notice_recall', payload: { id: 3 } };
    const { device, send, pass } = play('obeys');
    device.take(show, send);
    pass();
    expect(device.notices).toEqual(['检验公告']);
    device.take(recall, send);
    pass();
    expect(device.notices).toEqual([]);
    const stubborn = play('refuses');
    stubborn.device.take(show, stubborn.send);
    stubborn.pass();
    expect(stubborn.device.notices).toEqual([]);
  });

  it('that is slow answers later than a desk would wait', () => {
    const { said, waits } = takeVolume('late');
    expect(said).toHaveLength(2);
    expect(waits[0]).toBeGreaterThanOrEqual(20_000);
  });

  it('carries a command out once, and answers each time it arrives', () => {
    const { device, said, waits, send } = takeVolume('obeys');
    device.take(volume, send);
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

  it('holds the door for what it takes for a scooter, and sends the picture once its event is kept', () => {
    const { device, said, pictures, send, pass } = play('obeys');
    device.detect('wheelchair', send);
    device.detect('wheelchair', send);
    pass();
    expect(said).toMatchObject([{ id: 'e-1', kind: 'moto', data: { door_hold: 1 } }]);
    expect([deviceEventSchema.safeParse(said[0]).success, pictures, device.isHolding]).toEqual([true, [], true]);
    device.repeat(atMs + 5_000, send);
    expect(said).toHaveLength(2);
    device.receipted('e-1');
    device.receipted('e-1');
    pass();
    device.repeat(atMs + 60_000, send);
    expect([said.length, pictures]).toEqual([2, [['e-1', 320]]]);
  });

  it('lets the door go when it is told to, and then sees nothing more; one that refuses goes on holding it', () => {
    for (const temper of ['obeys', 'refuses'] as const) {
      const { device, said, send, pass } = play(temper);
      device.detect('wheelchair', send);
      device.take(letGo, send);
      pass();
      pass();
      const cleared = { id: 'e-2', kind: 'moto', cleared: true };
      expect(said.slice(2)).toMatchObject(
        temper === 'obeys' ? [{ command_id: 8, code: 0 }, cleared] : [{ command_id: 8, code: 3 }],
      );
      expect(device.isHolding).toBe(temper === 'refuses');
    }
  });
});
