import type { DeviceEventMessage } from '../../src/contract/device.ts';
import type { DeviceType } from '../../src/contract/deviceTypes.ts';
import type { ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { alarmRecordHandle } from '../../src/contract/endpoints/alarmBoard.ts';
import type { SysConfig } from '../../src/contract/endpoints/sysConfig.ts';
import type { RescueStep } from '../../src/contract/endpoints/rescue.ts';
import type { Principal } from '../access/principal.ts';
import type { AppendRequest } from '../store/eventStore.ts';

/** A device that base data binds to a lift. */
export interface BoundDevice {
  readonly deviceKey: string;
  readonly elevatorId: number;
  readonly deviceType: DeviceType;
  readonly reportPeriodMs: number;
  readonly secretVersion: number;
  /** Names its adapter; our own format if absent. */
  readonly vendor?: string;
  /** It may not connect; of its messages the server only keeps a possible call for help, in quarantine. */
  readonly isDisabled: boolean;
  readonly isRescueTerminal: boolean;
}

/** `malformed`: no device key looks like this. `disabled`: the secret is right, but a person switched the device off. */
export type SignInVerdict = 'right' | 'wrong' | 'malformed' | 'disabled';

/** A device's description of itself. */
export interface DeviceDescription {
  readonly model: string;
  readonly firmware: string;
}

/** The presence of one device, as the log has it. */
export interface RecordedPresence {
  readonly isOnline: boolean;
  readonly load: 0 | 1 | 2;
}

/** A device message that the server cannot accept. */
export interface QuarantinedMessage {
  /**
   * The sender who pays for it with its budget: the key of the device that sent it, or the name of the bridge or broker that
   * carried an unregistered name.
   */
  readonly sender: string;
  readonly topic: string;
  readonly payload: string;
  readonly reason: string;
  readonly couldBeHelp: boolean;
  /** The number of messages that it stands for; one if absent. */
  readonly times?: number;
}

/** A message code as the device says it, and ours; empty where we do not know it. */
export interface DeviceCode {
  readonly code: string;
  readonly vendorCode: string;
}

/** A code that appeared this many times, or that is over; `messageId` makes a repeat harmless. */
export interface CodeReport extends DeviceCode {
  readonly kind: 'raised' | 'cleared';
  readonly times: number;
  readonly atMs: number;
  readonly messageId: string;
}

/**
 * `repeated`: this device event id was already kept. `tooMany`: not kept, to be sent again later. `noLift`: not kept,
 * base data does not have the lift.
 */
export type ReportOutcome = 'recorded' | 'repeated' | 'tooMany' | 'noLift';

/** Turns messages of devices into facts. Every promise resolves only after the commit is durable. */
export interface DeviceFacts {
  /** Answers from memory; undefined for an unknown or unbound device. */
  findDevice(deviceKey: string): BoundDevice | undefined;
  /** From memory: the version of the secret with which this device must sign in, bound or not. */
  secretVersionOf(deviceKey: string): number;
  /** Every bound device, for gateways that check many. */
  listDevices(): readonly BoundDevice[];
  /** For every device that ever reported and is not disabled. */
  recordedPresence(): Promise<ReadonlyMap<string, RecordedPresence>>;
  /** Raises, repeats, worsens or clears the lift's alarm. */
  recordEvent(device: BoundDevice, message: DeviceEventMessage): Promise<ReportOutcome>;
  /** The device is there (first report after silence, or another load). Nothing is written when nothing changed. */
  recordReported(device: BoundDevice, load: 0 | 1 | 2): Promise<void>;
  /** Records what the device says about itself, if it is news. */
  recordDescribed(device: BoundDevice, description: DeviceDescription): Promise<void>;
  recordLost(device: BoundDevice, cause: 'lastWill' | 'disconnected'): Promise<void>;
  recordSilent(device: BoundDevice, missedPeriods: number): Promise<void>;
  /** The codes that stand, by device, as the log has them. */
  recordedCodes(): Promise<ReadonlyMap<string, readonly DeviceCode[]>>;
  recordCode(device: BoundDevice, report: CodeReport): Promise<void>;
  /** The device has tested its emergency call, at this time by its own clock. */
  recordSelfTest(device: BoundDevice, atMs: number): Promise<void>;
  /**
   * Quarantines a message that the server cannot accept. Messages of one sender, reason and minute count together; the first and
   * the last are kept.
   */
  quarantine(message: QuarantinedMessage): Promise<void>;
}

/** Commands from people. Each throws Refusal with a Chinese message, or NotFound for anything out of the caller's scope. */
export interface RescueDesk {
  /** Claims an open order by its id or its lift. The loser learns who has it. */
  accept(
    by: Principal,
    target: { readonly orderId?: number | undefined; readonly elevatorId?: number | undefined },
  ): Promise<{ readonly orderId: number }>;
  step(by: Principal, step: RescueStep): Promise<{ readonly orderId: number }>;
  hide(by: Principal, orderId: number, reason: string): Promise<void>;
  /**
   * A phoned-in call: opens an order, or joins the lift's open one. An author who may answer calls and has a console takes it,
   * unless someone has it; otherwise it rings like any call.
   */
  phoneIn(
    by: Principal,
    call: {
      readonly elevatorId: number;
      readonly callerName?: string | undefined;
      readonly callerPhone: string;
      readonly note?: string | undefined;
      readonly requestId: string;
      /** True if the author has a console connected now: a claim without one would ring nowhere. False by default. */
      readonly hasConsole?: boolean | undefined;
    },
  ): Promise<{
    readonly orderId: number;
    readonly joined: boolean;
    /** Its claimer now. */
    readonly acceptedBy: { readonly id: number; readonly name: string } | null;
  }>;
}

/** A step with an alarm as a person wishes it. The same `request_id` of one person again changes nothing. */
export type AlarmStep = Pick<ParsedInputOf<typeof alarmRecordHandle>, 'event' | 'data' | 'request_id'>;

/** The result of one step for each of several alarms. */
export interface HandledAlarms {
  readonly handled: number;
  readonly refused: readonly { readonly id: number; readonly message: string }[];
}

export interface AlarmDesk {
  hide(by: Principal, alarmId: number, reason: string): Promise<void>;
  /** Takes one step with one alarm. */
  handle(by: Principal, alarmId: number, step: AlarmStep): Promise<void>;
  /**
   * Takes one step with several alarms, none of priority 1: a refusal of one, for whatever reason, does not hold up the others.
   */
  handleSeveral(by: Principal, alarmIds: readonly number[], step: AlarmStep): Promise<HandledAlarms>;
}

export interface CommandDesk {
  /** Checks identifier, payload bounds, scope; the command waits `ttlMs` for an offline device. */
  queue(
    by: Principal,
    command: {
      readonly elevatorId: number;
      readonly identifier: string;
      readonly payload: unknown;
      /** One of the lift's devices; its collector if absent. */
      readonly deviceKey?: string | undefined;
      readonly ttlMs?: number | undefined;
    },
  ): Promise<{ readonly commandId: number; readonly state: string }>;
}

export interface Settings {
  current(): SysConfig;
  /**
   * Members that are absent or undefined stay as they are. `version` is that of the settings as the editor read them: throws
   * Refusal where someone has changed one of the same settings since. The new values hold for everything that begins afterwards.
   */
  change(
    by: Principal,
    changes: { readonly [Key in keyof SysConfig]?: SysConfig[Key] | undefined } & {
      readonly version?: number | undefined;
    },
  ): Promise<void>;
}

type Effects = NonNullable<AppendRequest['effects']>;

/** Records what a lift did around an incident. Its rows are written in the transaction of the incident's event. */
export interface IncidentRecorder {
  begin(incident: {
    readonly elevatorId: number;
    readonly alarmId: number | null;
    readonly rescueOrderId: number | null;
    readonly exceptionId?: number | null | undefined;
    readonly atMs: number;
  }): Promise<{
    readonly effects: Effects;
    /** After the commit: the recording goes on. */
    readonly kept: () => void;
  }>;
  /**
   * Records a lift around a fault or scooter, in a transaction of its own. False where it was recorded before, or where so many are being
   * recorded that this one is not.
   */
  recordException(exception: {
    readonly elevatorId: number;
    readonly exceptionId: number;
    readonly atMs: number;
  }): Promise<boolean>;
  /** Ties an alarm's recording to the order that the alarm opened or joined. */
  link(alarmId: number, rescueOrderId: number): Effects;
}
