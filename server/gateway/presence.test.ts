import { expect, test } from 'vitest';
import { FakeDevices } from '../../tests/support/mqttFakes.ts';
import type { BoundDevice } from '../domain/domain.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { DevicePresence } from './presence.ts';

const keys = Array.from({ length: 100 }, (_, index) => `COL${String(index).padStart(6, '0')}`);

/** Writes take until `commit`. */
class SlowDevices extends FakeDevices {
  readonly silent: string[] = [];
  readonly reported: string[] = [];
  waiting: (() => void)[] = [];
  isSlow = false;

  override async recordSilent({ deviceKey }: BoundDevice): Promise<void> {
    await this.#written();
    this.silent.push(deviceKey);
  }

  override async recordReported({ deviceKey }: BoundDevice): Promise<void> {
    await this.#written();
    this.reported.push(deviceKey);
  }

  commit(): void {
    for (const written of this.waiting.splice(0)) written();
  }

  #written(): Promise<void> {
    if (!this.isSlow) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }
}

class SleepyClock extends VirtualClock {
  #asleepMs = 0;

  override monotonicMs(): number {
    return super.monotonicMs() + this.#asleepMs;
  }

  /** The machine sleeps: all timers are late at once. */
  sleep(forMs: number): void {
    this.#asleepMs += forMs;
  }
}

function open() {
  const clock = new SleepyClock();
  const devices = new SlowDevices(keys);
  const reading = { behindMs: 0 };
  const presence = new DevicePresence({
    clock,
    devices,
    onBack: () => undefined,
    behindMs: () => reading.behindMs,
    onTrouble: (trouble, error) => {
      throw new Error(trouble, { cause: error });
    },
  });
  const hearAll = () => {
    for (const device of devices.listDevices()) presence.heard(device, 1);
  };
  const periodMs = devices.listDevices()[0]?.reportPeriodMs ?? 0;
  return { clock, devices, reading, presence, hearAll, periodMs };
}

test('no device is offline because we do not get round to reading its reports; one that stays silent afterwards is', async () => {
  const { clock, devices, reading, presence, hearAll, periodMs } = open();
  hearAll();
  await clock.advance(1_000);
  reading.behindMs = 1_500;
  await clock.advance(4 * periodMs);
  expect(devices.silent).toEqual([]);
  reading.behindMs = 0;
  await clock.advance(2 * periodMs);
  expect(devices.silent).toEqual([]);
  const [heard] = devices.listDevices();
  if (heard !== undefined) presence.heard(heard, 1);
  await clock.advance(2 * periodMs);
  expect(devices.silent).toHaveLength(keys.length - 1);
  expect(devices.silent).not.toContain(heard?.deviceKey);
  await presence.close();
});

test('no device is offline because the process stood still', async () => {
  const { clock, devices, presence, hearAll, periodMs } = open();
  hearAll();
  await clock.advance(1_000);
  clock.sleep(10 * periodMs);
  await clock.advance(1_000);
  expect(devices.silent).toEqual([]);
  await clock.advance(4 * periodMs);
  expect(devices.silent).toHaveLength(keys.length);
  await presence.close();
});

test('when a whole network comes back, its devices are written a few at a time, so that a call is not behind them', async () => {
  const { clock, devices, presence, hearAll } = open();
  devices.isSlow = true;
  hearAll();
  await clock.advance(0);
  expect(devices.waiting).toHaveLength(16);
  while (devices.reported.length < keys.length) {
    devices.commit();
    await clock.advance(0);
    expect(devices.waiting.length).toBeLessThanOrEqual(16);
  }
  await presence.close();
});
