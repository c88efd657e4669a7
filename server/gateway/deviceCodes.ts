import { topicOf, type DeviceEventMessage } from '../../src/contract/device.ts';
import { meaningOf } from '../../src/contract/messageCodes.ts';
import type { BoundDevice, DeviceCode, DeviceFacts } from '../domain/domain.ts';
import { every, type Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { isOutdated } from '../telemetry/reportTimes.ts';
import { CodeBook, isDanger, type CodeChange } from './codeBook.ts';
import type { FloodLimits } from './floodLimits.ts';
import type { LesserEvents } from './lesserEvents.ts';

/** The period for looking for codes whose minute is over. */
const lookEveryMs = 1_000;
/** After a failure, or where the device has used up its share. */
const retryAfterMs = 5_000;
/** A clock that is off by less names the moment of a press: the same report, read again, is the same call. */
const trustedClockMs = 10 * 60_000;

/** The codes of a collector's report, and its time by its own clock. */
export interface CodesOfReport {
  readonly atMs: number;
  readonly codes: readonly DeviceCode[];
}

/** A danger to life is written past everything else; the other changes of codes wait with lesser events, and for their device's share. */
type Weight = 'danger' | 'lesser';
const weightOf = ({ kind, code }: CodeChange): Weight => (kind === 'raised' && isDanger(code) ? 'danger' : 'lesser');

/** Writes the changes of one weight, one after the other. */
class Writing {
  isUnderWay = false;
  retryAtMs = 0;
  /** The change that is being recorded, and the time at which it began: tried again, it is the same message. */
  attempt: { readonly name: string; readonly sinceMs: number } | undefined;
}

/** The known codes of one collector. Only one that ever had a code has a book. */
class Codes {
  book: CodeBook | undefined;
  /** The time of the newest report. */
  atMs = Number.NEGATIVE_INFINITY;
  receivedAtMs = 0;
  /** The time of the codes' last change, by the device's clock. */
  changedAtMs = 0;
  /** Settles when the alarms under way are recorded, or could not be. */
  alarms: Promise<unknown> = Promise.resolve();
  readonly writing: Readonly<Record<Weight, Writing>> = { danger: new Writing(), lesser: new Writing() };
  /** Codes by the vendor's name, one change of which is being recorded: its next one follows it. */
  readonly beingRecorded = new Set<string>();

  constructor(readonly elevatorId: number) {}
}

export interface DeviceCodesParts {
  readonly clock: Clock;
  readonly devices: DeviceFacts;
  readonly floods: FloodLimits;
  /** The queue of codes that are no danger to life. */
  readonly lesserEvents: LesserEvents;
  /** The codes that stand by the log, by device. */
  readonly recorded: ReadonlyMap<string, readonly DeviceCode[]>;
  readonly onTrouble: OnTrouble;
}

const noCalls: readonly DeviceCode[] = [];

/**
 * The message codes of collectors: a change becomes an event of the device, at most once a minute for a code and counted in between. What
 * stands survives a restart, counts do not (docs/decisions/0042).
 */
export class DeviceCodes {
  readonly #parts: DeviceCodesParts;
  readonly #recorded: Map<string, readonly DeviceCode[]>;
  readonly #codes = new Map<string, Codes>();
  /** Devices about whose codes something is left to record. */
  readonly #unsettled = new Set<string>();
  readonly #writing = new Set<Promise<void>>();
  readonly #stopLooking: () => void;
  #isClosing = false;

  constructor(parts: DeviceCodesParts) {
    this.#parts = parts;
    this.#recorded = new Map(parts.recorded);
    this.#stopLooking = every(parts.clock, lookEveryMs, () => this.#look());
  }

  /** The codes of this report that are an alarm and were not in the one before; mostly none. Changes nothing. */
  newAlarms(device: BoundDevice, { codes }: CodesOfReport): readonly DeviceCode[] {
    if (codes.length === 0) return noCalls;
    const { book } = this.#codesOf(device);
    return codes.filter(
      ({ code, vendorCode }) => meaningOf(code)?.alarmKind !== undefined && book?.isReported(vendorCode) !== true,
    );
  }

  /** Would a report without codes change nothing? */
  hasNone(device: BoundDevice): boolean {
    return this.#codesOf(device).book?.isEmpty !== false;
  }

  /** Takes in what a report says; `recordAlarms` follows where it has new ones. One that came out of order changes nothing. */
  take(device: BoundDevice, { atMs, codes: reported }: CodesOfReport): void {
    const { clock } = this.#parts;
    const codes = this.#codesOf(device);
    const receivedAtMs = clock.nowMs();
    if (isOutdated(atMs, receivedAtMs, codes.atMs, codes.receivedAtMs)) return;
    codes.atMs = atMs;
    codes.receivedAtMs = receivedAtMs;
    if (codes.book === undefined ? reported.length === 0 : codes.book.isSame(reported)) return;
    codes.book ??= new CodeBook();
    codes.book.report(reported, clock.monotonicMs());
    codes.changedAtMs = atMs;
    this.#unsettled.add(device.deviceKey);
    this.#write(device.deviceKey, codes, codes.book);
  }

  /**
   * Records the new alarms of a report with `record`, and writes nothing else of the device's codes meanwhile, because a code
   * that stands must not hide an alarm that was never recorded. If that fails, the code is new again in the next report, and the
   * promise rejects.
   */
  async recordAlarms(
    device: BoundDevice,
    alarms: readonly DeviceCode[],
    atMs: number,
    record: (message: DeviceEventMessage) => Promise<unknown>,
  ): Promise<void> {
    const codes = this.#codesOf(device);
    const recordAll = async () => {
      for (const alarm of alarms) {
        try {
          const message = this.#alarmOf(alarm, atMs);
          if (message !== undefined) await record(message);
        } catch (error) {
          codes.book?.takeBack(alarm.vendorCode);
          throw error;
        }
      }
    };
    const recording = recordAll();
    const settled = recording.catch(() => undefined);
    codes.alarms = Promise.all([codes.alarms, settled]);
    await recording;
  }

  /** Read again, the same report makes the same message. */
  #alarmOf({ code, vendorCode }: DeviceCode, atMs: number): DeviceEventMessage | undefined {
    const kind = meaningOf(code)?.alarmKind;
    if (kind === undefined) return undefined;
    const nowMs = this.#parts.clock.nowMs();
    const momentMs = Math.abs(nowMs - atMs) < trustedClockMs ? atMs : nowMs;
    return { id: `code-${vendorCode}-${momentMs}`, at: atMs, kind, data: { code: vendorCode } };
  }

  /** It was unbound: the log has nothing standing of it. */
  forget(deviceKey: string): void {
    this.#recorded.delete(deviceKey);
    this.#codes.delete(deviceKey);
    this.#unsettled.delete(deviceKey);
  }

  /** Resolves when what is being written is written. What still waits for its minute is found again in the next report. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopLooking();
    await Promise.all(this.#writing);
  }

  #codesOf({ deviceKey, elevatorId }: BoundDevice): Codes {
    const known = this.#codes.get(deviceKey);
    if (known?.elevatorId === elevatorId) return known;
    const codes = new Codes(elevatorId);
    const recorded = this.#recorded.get(deviceKey);
    if (recorded !== undefined) {
      codes.book = new CodeBook(recorded);
      this.#recorded.delete(deviceKey);
    }
    this.#codes.set(deviceKey, codes);
    return codes;
  }

  #look(): void {
    for (const deviceKey of this.#unsettled) {
      const codes = this.#codes.get(deviceKey);
      if (codes?.book === undefined) this.#unsettled.delete(deviceKey);
      else this.#write(deviceKey, codes, codes.book);
    }
  }

  #write(deviceKey: string, codes: Codes, book: CodeBook): void {
    this.#writeAll(deviceKey, codes, book, 'danger');
    this.#writeAll(deviceKey, codes, book, 'lesser');
  }

  #writeAll(deviceKey: string, codes: Codes, book: CodeBook, weight: Weight): void {
    const state = codes.writing[weight];
    if (state.isUnderWay || this.#isClosing || this.#parts.clock.monotonicMs() < state.retryAtMs) return;
    state.isUnderWay = true;
    const writing = this.#writeDue(deviceKey, codes, book, weight)
      .catch((error: unknown) => {
        state.retryAtMs = this.#parts.clock.monotonicMs() + retryAfterMs;
        this.#parts.onTrouble(`设备 ${deviceKey} 的消息码未能记录，将重试`, error);
      })
      .finally(() => {
        state.isUnderWay = false;
        this.#writing.delete(writing);
      });
    this.#writing.add(writing);
  }

  /** Everything of this weight that is due, in turn. */
  async #writeDue(deviceKey: string, codes: Codes, book: CodeBook, weight: Weight): Promise<void> {
    const { clock, devices } = this.#parts;
    const state = codes.writing[weight];
    for (;;) {
      await alarmsOf(codes);
      const nowMs = clock.monotonicMs();
      const change = book
        .due(nowMs)
        .find((due) => weightOf(due) === weight && !codes.beingRecorded.has(due.vendorCode));
      if (change === undefined) break;
      const device = devices.findDevice(deviceKey);
      if (device?.elevatorId !== codes.elevatorId) return this.forget(deviceKey);
      codes.beingRecorded.add(change.vendorCode);
      try {
        if (!(await this.#recordInTurn(device, codes, book, change))) {
          state.retryAtMs = nowMs + retryAfterMs;
          return;
        }
        book.recorded(change, clock.monotonicMs());
      } finally {
        codes.beingRecorded.delete(change.vendorCode);
      }
      state.attempt = undefined;
      if (change.kind === 'raised' && change.code === '') await this.#showUnknown(device, change);
    }
    if (book.isSettled) this.#unsettled.delete(deviceKey);
  }

  /** False if the device has used up its share, or if it has to be tried again later. */
  async #recordInTurn(device: BoundDevice, codes: Codes, book: CodeBook, change: CodeChange): Promise<boolean> {
    const { clock, floods, lesserEvents } = this.#parts;
    const record = () => this.#record(device, codes, book, change);
    if (weightOf(change) === 'danger') return lesserEvents.goPast(record);
    const { deviceKey } = device;
    return floods.allows(deviceKey, 'code', clock.monotonicMs()) && (await lesserEvents.pass(deviceKey, record));
  }

  /** False if it has to be tried again later. */
  async #record(device: BoundDevice, codes: Codes, book: CodeBook, change: CodeChange): Promise<boolean> {
    const { clock, devices } = this.#parts;
    const { kind, vendorCode, code, times } = change;
    const { deviceKey, secretVersion } = device;
    const name = `${kind}:${vendorCode}`;
    const state = codes.writing[weightOf(change)];
    const sinceMs = state.attempt?.name === name ? state.attempt.sinceMs : clock.nowMs();
    state.attempt = { name, sinceMs };
    const atMs = codes.changedAtMs;
    const alarmKind = kind === 'cleared' ? meaningOf(code)?.alarmKind : undefined;
    // Pressed again meanwhile, or another code says the same.
    if (alarmKind !== undefined && !book.reportsAny((ours) => meaningOf(ours)?.alarmKind === alarmKind)) {
      const over = { id: `code-${vendorCode}-over-${sinceMs}`, at: atMs, kind: alarmKind, cleared: true };
      if ((await devices.recordEvent(device, over)) === 'tooMany') return false;
    }
    await devices.recordCode(device, {
      kind,
      code,
      vendorCode,
      times,
      atMs,
      messageId: `code:${deviceKey}@${secretVersion}:${name}:${sinceMs}`,
    });
    return true;
  }

  /** Once for each event: administrators see that the vendor's table lacks it. */
  async #showUnknown({ deviceKey, vendor = 'standard' }: BoundDevice, change: CodeChange): Promise<void> {
    const { devices, onTrouble } = this.#parts;
    const { vendorCode, times } = change;
    try {
      await devices.quarantine({
        sender: deviceKey,
        topic: topicOf(deviceKey, 'telemetry'),
        payload: JSON.stringify({ vendor, code: vendorCode }),
        reason: `未知的消息码 ${vendorCode}`,
        couldBeHelp: false,
        times,
      });
    } catch (error) {
      onTrouble(`设备 ${deviceKey} 的未知消息码未能列出`, error);
    }
  }
}

/** Settles when no alarm of the device is under way, also of those that begin meanwhile. */
async function alarmsOf(codes: Codes): Promise<void> {
  for (let waited: Promise<unknown> | undefined; waited !== codes.alarms;) {
    waited = codes.alarms;
    await waited;
  }
}
