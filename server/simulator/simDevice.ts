import { topicOf, type DeviceEventMessage } from '../../src/contract/device.ts';
import { callForHelpKinds, type DeviceAlarmKind } from '../../src/contract/labels.ts';
import { toWireTime } from '../../src/contract/time.ts';
import type { Random } from '../runtime/random.ts';
import { LiftModel } from './liftModel.ts';
import { SimOutbox, type Send } from './simOutbox.ts';
import { speechOf, type Speech } from './vendorSpeech.ts';

export interface SimLift {
  readonly elevatorId: number;
  readonly deviceKey: string;
  readonly floorMin: number;
  readonly floorMax: number;
  /** The vendor whose form its device uses; ours where absent. */
  readonly vendor?: string | undefined;
}

/** Differences of this device from a perfect one. */
export interface Habits {
  readonly clockOffsetMs: number;
  readonly dropsReports: number;
  readonly swapsReports: number;
  readonly repeatsEvents: number;
}

/** People are not left in a simulated lift forever when no one answers. */
const freedAfterMs = 2 * 3_600_000;

/** The collector's signs that the lift runs in inspection mode. */
const inspectionMode = 2;
const inspectionCode = '43';

/** With these the car does not move. */
const stoppingCodes: ReadonlySet<string> = new Set(['01', '41', '42']);

/** One lift's collector: reports, raises alarms until they are receipted, carries out commands. */
export class SimDevice {
  readonly lift: SimLift;
  readonly model: LiftModel;
  readonly #random: Random;
  readonly #habits: Habits;
  readonly #nextId: () => string;
  readonly #speech: Speech | undefined;
  readonly #outbox: SimOutbox;
  readonly #taken = new Set<number>();
  readonly #answered = new Map<number, object>();
  /** Alarms that hold now. */
  readonly #active = new Set<DeviceAlarmKind>();
  /** Message codes that hold now. */
  readonly #codes = new Set<string>();
  #laterReport: object | undefined;

  constructor(
    lift: SimLift,
    parts: { readonly random: Random; readonly habits: Habits; readonly nextId: () => string; readonly nowMs: number },
  ) {
    this.lift = lift;
    this.#random = parts.random;
    this.#habits = parts.habits;
    this.#nextId = parts.nextId;
    this.#speech = speechOf(lift.vendor);
    this.#outbox = new SimOutbox(lift.deviceKey);
    this.model = new LiftModel(parts.random, lift, parts.nowMs);
  }

  get outstandingEvents(): number {
    return this.#outbox.size;
  }

  get hasCode(): boolean {
    return this.#codes.size > 0;
  }

  get hasCall(): boolean {
    return callForHelpKinds.some((kind) => this.#active.has(kind));
  }

  report(nowMs: number, send: Send): void {
    const { stuckSinceMs } = this.model;
    if (stuckSinceMs !== undefined && nowMs - stuckSinceMs > freedAfterMs) this.release(nowMs, send);
    this.model.advanceTo(nowMs);
    if (this.#random.isTrue(this.#habits.dropsReports)) return;
    const report = this.#telemetry(nowMs);
    const topic = topicOf(this.lift.deviceKey, 'telemetry');
    if (this.#laterReport === undefined && this.#random.isTrue(this.#habits.swapsReports)) {
      // Held back, and sent after the next one.
      this.#laterReport = report;
      return;
    }
    send(topic, report, 0);
    if (this.#laterReport !== undefined) send(topic, this.#laterReport, 0);
    this.#laterReport = undefined;
  }

  /** Someone is stuck: the car stops, then calls. */
  trap(nowMs: number, send: Send): void {
    this.model.getStuck(
      nowMs,
      this.#random.pickWeighted([
        [1, 50],
        [2, 30],
        [3, 20],
      ]),
    );
    this.report(nowMs, send);
    this.raise('trapped', nowMs, send);
  }

  /** The car is stuck already, and its call is known to the server. */
  standStill(nowMs: number): void {
    this.model.getStuck(nowMs, 1);
    this.#active.add('trapped');
  }

  raise(kind: DeviceAlarmKind, nowMs: number, send: Send): void {
    this.#active.add(kind);
    this.#sendEvent({ kind }, nowMs, send);
  }

  clear(kind: DeviceAlarmKind, nowMs: number, send: Send): void {
    if (!this.#active.delete(kind)) return;
    this.#sendEvent({ kind, cleared: true }, nowMs, send);
  }

  release(nowMs: number, send: Send): void {
    this.model.release(nowMs);
    for (const kind of callForHelpKinds) this.clear(kind, nowMs, send);
  }

  /** Reports this message code from now on; some of them stop the car. */
  raiseCode(code: string, nowMs: number, send: Send): void {
    this.#codes.add(code);
    if (stoppingCodes.has(code)) this.model.halt(nowMs);
    this.report(nowMs, send);
  }

  /** Workers switch the lift to inspection mode, or back. */
  service(isServiced: boolean, nowMs: number, send: Send): void {
    if (isServiced === this.model.isServiced) return;
    this.model.service(isServiced, nowMs);
    if (isServiced) this.raiseCode(inspectionCode, nowMs, send);
    else this.clearCode(inspectionCode, nowMs, send);
  }

  clearCode(code: string, nowMs: number, send: Send): void {
    if (!this.#codes.delete(code)) return;
    if (!this.#isStopped) this.model.resume(nowMs);
    this.report(nowMs, send);
  }

  /** Reports exactly these codes from now on. */
  followCodes(codes: readonly string[], nowMs: number, send: Send): void {
    for (const code of this.#codes) if (!codes.includes(code)) this.clearCode(code, nowMs, send);
    for (const code of codes) if (!this.#codes.has(code)) this.raiseCode(code, nowMs, send);
  }

  get #isStopped(): boolean {
    return [...this.#codes].some((code) => stoppingCodes.has(code));
  }

  /** A device repeats events without a receipt. */
  repeat(nowMs: number, send: Send): void {
    this.#outbox.repeat(nowMs, send);
  }

  receipted(id: string): void {
    this.#outbox.receipted(id);
  }

  /** True for the first arrival; a command that comes again gets its answer again. */
  take(commandId: number, send: Send): boolean {
    const topic = topicOf(this.lift.deviceKey, 'reply');
    send(topic, { command_id: commandId, received: true }, 1);
    const answer = this.#answered.get(commandId);
    if (answer !== undefined) send(topic, answer, 1);
    const isNew = !this.#taken.has(commandId);
    this.#taken.add(commandId);
    return isNew;
  }

  carryOut(commandId: number, identifier: string, nowMs: number, send: Send): void {
    if (this.#answered.has(commandId)) return;
    const answer = this.#random.isTrue(0.02)
      ? { command_id: commandId, code: 3, message: '设备忙，请稍后重试' }
      : { command_id: commandId, code: 0 };
    const isOver = identifier === 'sos_status';
    this.#answered.set(commandId, isOver ? { command_id: commandId, code: 0 } : answer);
    if (isOver) this.release(nowMs, send);
    if (identifier === 'clear_alarm')
      for (const kind of this.#active) if (kind !== 'trapped') this.clear(kind, nowMs, send);
    send(topicOf(this.lift.deviceKey, 'reply'), this.#answered.get(commandId) ?? answer, 1);
  }

  #sendEvent(event: Pick<DeviceEventMessage, 'kind' | 'cleared'>, nowMs: number, send: Send): void {
    const id = this.#nextId();
    const message =
      this.#speech === undefined
        ? { id, at: toWireTime(this.#clockMs(nowMs)), ...event }
        : this.#speech.event({ id, atMs: this.#clockMs(nowMs), kind: event.kind, isCleared: event.cleared === true });
    this.#outbox.put(id, message, nowMs, send);
    if (this.#random.isTrue(this.#habits.repeatsEvents)) send(topicOf(this.lift.deviceKey, 'event'), message, 1);
  }

  #telemetry(nowMs: number): object {
    const car = this.model.state();
    const atMs = this.#clockMs(nowMs);
    const serviceMode = car.isStuck || this.#isStopped ? 0 : this.model.isServiced ? inspectionMode : 1;
    const codes = new Set([
      ...(car.isStuck ? [car.isInDoorZone ? '03' : '04'] : []),
      // A button that is pressed is a call for help of its own.
      ...(this.#active.has('SOS') ? ['90'] : []),
      ...this.#codes,
    ]);
    if (this.#speech !== undefined) return this.#speech.report({ ...car, atMs, serviceMode, codes: [...codes] });
    return {
      at: toWireTime(atMs),
      service_mode: serviceMode,
      car_status: car.isMoving ? 1 : 0,
      direction: car.direction,
      door_zone: car.isInDoorZone,
      floor: car.floor,
      door: car.door,
      people: car.people,
      speed: car.speedMps,
      load: car.loadKg,
      codes: [...codes],
      hours: car.runHours,
      runs: car.runs,
    };
  }

  #clockMs(nowMs: number): number {
    return nowMs + this.#habits.clockOffsetMs;
  }
}
