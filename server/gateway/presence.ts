import { missedPeriodsUntilOffline } from '../../src/machines/deviceMachine.ts';
import type { BoundDevice, DeviceFacts } from '../domain/domain.ts';
import { every, type Clock } from '../runtime/clock.ts';

/** Silence is looked for this often. */
const sweepEveryMs = 1_000;

type Load = 0 | 1 | 2;

interface Sign {
  /** Undefined: not heard since this process started, so the log knows better. */
  isOnline: boolean | undefined;
  load: Load;
  lastHeardMs: number;
  /** Facts about one device are recorded one after the other. */
  recording: Promise<void>;
}

export interface PresenceOptions {
  readonly clock: Clock;
  readonly devices: DeviceFacts;
  /** The device is there again after it was not, or for the first time since the start. */
  readonly onBack: (deviceKey: string) => void;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

/** Who is there: turns signs of life, last wills and silence into facts, and only when they change something. */
export class DevicePresence {
  readonly #options: PresenceOptions;
  readonly #signs = new Map<string, Sign>();
  readonly #startedAtMs: number;
  readonly #stopSweep: () => void;

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#startedAtMs = options.clock.nowMs();
    this.#stopSweep = every(options.clock, sweepEveryMs, () => this.#sweep());
  }

  isOnline(deviceKey: string): boolean {
    return this.#signs.get(deviceKey)?.isOnline === true;
  }

  get onlineCount(): number {
    let count = 0;
    for (const { isOnline } of this.#signs.values()) if (isOnline === true) count += 1;
    return count;
  }

  /** Any message is a sign of life. */
  heard(device: BoundDevice, load: 1 | 2): void {
    const sign = this.#sign(device.deviceKey);
    sign.lastHeardMs = this.#options.clock.nowMs();
    if (sign.isOnline === true && sign.load === load) return;
    const isBack = sign.isOnline !== true;
    sign.isOnline = true;
    sign.load = load;
    this.#record(sign, device, () => this.#options.devices.recordReported(device, load));
    if (isBack) this.#options.onBack(device.deviceKey);
  }

  lost(device: BoundDevice, cause: 'lastWill' | 'disconnected'): void {
    const sign = this.#sign(device.deviceKey);
    if (sign.isOnline === false) return;
    sign.isOnline = false;
    this.#record(sign, device, () => this.#options.devices.recordLost(device, cause));
  }

  /** Resolves when everything noticed so far is recorded. */
  async settled(): Promise<void> {
    await Promise.all([...this.#signs.values()].map(({ recording }) => recording));
  }

  async close(): Promise<void> {
    this.#stopSweep();
    await this.settled();
  }

  #sweep(): void {
    const nowMs = this.#options.clock.nowMs();
    for (const device of this.#options.devices.listDevices()) {
      const sign = this.#sign(device.deviceKey);
      const missedPeriods = Math.floor((nowMs - sign.lastHeardMs) / device.reportPeriodMs);
      if (sign.isOnline === false || missedPeriods < missedPeriodsUntilOffline) continue;
      // The last report was due at the end of the third period: some jitter more is no silence.
      if (nowMs - sign.lastHeardMs < missedPeriodsUntilOffline * device.reportPeriodMs + sweepEveryMs) continue;
      sign.isOnline = false;
      this.#record(sign, device, () => this.#options.devices.recordSilent(device, missedPeriods));
    }
  }

  #sign(deviceKey: string): Sign {
    const known = this.#signs.get(deviceKey);
    if (known !== undefined) return known;
    const sign: Sign = { isOnline: undefined, load: 0, lastHeardMs: this.#startedAtMs, recording: Promise.resolve() };
    this.#signs.set(deviceKey, sign);
    return sign;
  }

  #record(sign: Sign, device: BoundDevice, record: () => Promise<void>): void {
    sign.recording = sign.recording.then(record).catch((error: unknown) => {
      // Not kept: the next report, or the next sweep, finds the device unknown and says it again.
      sign.isOnline = undefined;
      this.#options.onTrouble(`设备 ${device.deviceKey} 的在线状态未能记录`, error);
    });
  }
}
