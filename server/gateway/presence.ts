import { missedPeriodsUntilOffline } from '../../src/machines/deviceMachine.ts';
import type { BoundDevice, DeviceFacts, RecordedPresence } from '../domain/domain.ts';
import { every, type Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { Turnstile } from '../runtime/turnstile.ts';

/** Each device's silence is looked for this often, a part of them at a time: a hundred thousand at once would hold up a call for help. */
const sweepEveryMs = 1_000;
const sweepParts = 10;
/** While reading has been behind for this long, or a sweep is late by this, nobody can say which device is silent. */
const longBehindMs = 1_000;
/**
 * The most devices whose presence is written together. When a network comes back, a hundred thousand devices do at once: a call for help
 * shares a commit with few of them instead of waiting behind them all.
 */
const mostRecordedAtOnce = 16;

type Load = RecordedPresence['load'];

const nothingRecorded = Promise.resolve();

/** A class, so that the time of each report is written in place: in objects of varying shape it would be a new number on the heap. */
class Sign {
  /** Since this process started. */
  isHeard = false;
  /** Facts about one device are recorded in sequence. */
  recording = nothingRecorded;

  constructor(
    public lastHeardMs: number,
    /** As recorded; undefined if not known. */
    public isOnline?: boolean,
    public load: Load = 0,
  ) {}
}

export interface PresenceOptions {
  readonly clock: Clock;
  readonly devices: DeviceFacts;
  /** The recorded state of each device, so that nothing is written or queried again when the server starts while a whole city reports. */
  readonly recorded?: ReadonlyMap<string, RecordedPresence> | undefined;
  /** The device is online again, or for the first time since the start. */
  readonly onBack: (deviceKey: string) => void;
  /** Returns the time for which there have been unread bytes at every moment, ms; 0 if there are none. */
  readonly behindMs?: (() => number) | undefined;
  readonly onTrouble: OnTrouble;
}

/**
 * Presence: turns signs of life, last wills and silence into facts, but only when something changes. That we could not
 * listen is no silence of a device's: else an overload would write each of them off, and back, and so feed itself.
 */
export class DevicePresence {
  readonly #options: PresenceOptions;
  readonly #signs = new Map<string, Sign>();
  /**
   * The devices as last listed, with the last sign of each at the same index: looking up a hundred thousand by name
   * would take longer than the rest.
   */
  #listed: { readonly devices: readonly BoundDevice[]; readonly signs: readonly Sign[] } = { devices: [], signs: [] };
  readonly #turnstile = new Turnstile(mostRecordedAtOnce);
  readonly #startedAtMs: number;
  readonly #stopSweep: () => void;
  #nextPart = 0;
  #sweptAtMs: number;
  /** Until then we were too busy to listen: a silence begins after it at the earliest. */
  #deafUntilMs = Number.NEGATIVE_INFINITY;

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#startedAtMs = options.clock.monotonicMs();
    this.#sweptAtMs = this.#startedAtMs;
    for (const [deviceKey, { isOnline, load }] of options.recorded ?? [])
      this.#signs.set(deviceKey, new Sign(this.#startedAtMs, isOnline, load));
    this.#stopSweep = every(options.clock, sweepEveryMs / sweepParts, () => this.#sweep());
  }

  /** Heard by this process, and neither disconnected nor silent since. */
  isOnline(deviceKey: string): boolean {
    const sign = this.#signs.get(deviceKey);
    return sign?.isHeard === true && sign.isOnline === true;
  }

  get onlineCount(): number {
    let count = 0;
    for (const { isHeard, isOnline } of this.#signs.values()) if (isHeard && isOnline === true) count += 1;
    return count;
  }

  /** Any message is a sign of life. */
  heard(device: BoundDevice, load: 1 | 2): void {
    const sign = this.#sign(device.deviceKey);
    sign.lastHeardMs = this.#options.clock.monotonicMs();
    if (sign.isHeard && sign.isOnline === true && sign.load === load) return;
    const isBack = !sign.isHeard || sign.isOnline !== true;
    const isNews = sign.isOnline !== true || sign.load !== load;
    sign.isHeard = true;
    sign.isOnline = true;
    sign.load = load;
    if (isNews) this.#record(sign, device, () => this.#options.devices.recordReported(device, load));
    if (isBack) this.#options.onBack(device.deviceKey);
  }

  lost(device: BoundDevice, cause: 'lastWill' | 'disconnected'): void {
    const sign = this.#sign(device.deviceKey);
    if (sign.isOnline === false) return;
    sign.isOnline = false;
    this.#record(sign, device, () => this.#options.devices.recordLost(device, cause));
  }

  /** It was unbound or disabled: nothing more is recorded of it until it is heard again. */
  forget(deviceKey: string): void {
    const sign = this.#signs.get(deviceKey);
    if (sign === undefined) return;
    // The list of the sweep holds the same sign.
    sign.isHeard = false;
    sign.isOnline = false;
    sign.load = 0;
  }

  heardAgoMs(deviceKey: string): number | undefined {
    const sign = this.#signs.get(deviceKey);
    return sign?.isHeard === true ? this.#options.clock.monotonicMs() - sign.lastHeardMs : undefined;
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
    const nowMs = this.#options.clock.monotonicMs();
    const behindMs = this.#options.behindMs?.() ?? 0;
    if (behindMs > longBehindMs || nowMs - this.#sweptAtMs > longBehindMs) this.#deafUntilMs = nowMs;
    this.#sweptAtMs = nowMs;
    const { devices, signs } = this.#list();
    const part = this.#nextPart;
    this.#nextPart = (part + 1) % sweepParts;
    const from = (index: number): number => Math.floor((devices.length * index) / sweepParts);
    for (let place = from(part); place < from(part + 1); place += 1) {
      const device = devices[place];
      const sign = signs[place];
      if (device === undefined || sign === undefined) continue;
      const silentMs = nowMs - Math.max(sign.lastHeardMs, this.#deafUntilMs);
      // The last report was due at the end of the third period: a little jitter beyond that is not silence.
      if (sign.isOnline === false || silentMs < missedPeriodsUntilOffline * device.reportPeriodMs + sweepEveryMs)
        continue;
      const missedPeriods = Math.floor(silentMs / device.reportPeriodMs);
      sign.isOnline = false;
      this.#record(sign, device, () => this.#options.devices.recordSilent(device, missedPeriods));
    }
  }

  #list(): { readonly devices: readonly BoundDevice[]; readonly signs: readonly Sign[] } {
    const devices = this.#options.devices.listDevices();
    if (devices !== this.#listed.devices)
      this.#listed = { devices, signs: devices.map(({ deviceKey }) => this.#sign(deviceKey)) };
    return this.#listed;
  }

  #sign(deviceKey: string): Sign {
    const known = this.#signs.get(deviceKey);
    if (known !== undefined) return known;
    const sign = new Sign(this.#startedAtMs);
    this.#signs.set(deviceKey, sign);
    return sign;
  }

  #record(sign: Sign, device: BoundDevice, record: () => Promise<void>): void {
    sign.recording = sign.recording
      .then(() => this.#turnstile.pass(record))
      .catch((error: unknown) => {
        // Not stored: the next report, or the next sweep, finds the device unknown and tries again.
        sign.isOnline = undefined;
        this.#options.onTrouble(`设备 ${device.deviceKey} 的在线状态未能记录`, error);
      });
  }
}
