import { createHash } from 'node:crypto';
import type { DeviceEventMessage } from '../../src/contract/device.ts';
import { alarmPriorities } from '../../src/contract/labels.ts';
import { alarmLifecycle } from '../../src/machines/alarmLifecycle.ts';
import { deviceLifecycle, deviceLoadIndex } from '../../src/machines/deviceLifecycle.ts';
import { flappingFlips, type DeviceSnapshot } from '../../src/machines/deviceMachine.ts';
import type { EventDraft } from '../../src/machines/lifecycle.ts';
import { run, UniqueConflictError, type EventActor } from '../store/eventStore.ts';
import { sharedRead } from '../store/sharedReads.ts';
import { deviceActor, gatewayActor } from './actors.ts';
import { everyAnswerer, peopleToNotify } from './answerers.ts';
import { decide, type DecisionParts } from './decide.ts';
import type { Directory } from './directory.ts';
import type { BoundDevice, DeviceFacts, IncidentRecorder, Settings } from './domain.ts';
import { Refusal } from './refusal.ts';

/** A clock or a report off by more than this is shown as such (design: decisions). */
const clockToleranceMs = 120_000;
const mostTries = 10;
/** A payload is kept for people to read, not for machines to fill the disk. */
const longestQuarantinedPayload = 4_000;
/** One device that keeps saying what nobody can read is told of once in this time. */
const possibleHelpPeriodMs = 600_000;

/** The ids of a lift's open alarms by their kind. */
const openAlarmsOf = sharedRead(async ({ rows }, elevatorIds: readonly number[]) => {
  const open = new Map<number, Map<string, number>>();
  for (const { elevator_id, kind, alarm_id } of await rows.selectFrom('open_alarms').selectAll().where('elevator_id', 'in', elevatorIds).execute()) {
    const ofLift = open.get(elevator_id) ?? new Map<string, number>();
    open.set(elevator_id, ofLift.set(kind, alarm_id));
  }
  return open;
});

export interface DeviceFactsParts extends DecisionParts {
  readonly directory: Directory;
  readonly settings: Settings;
  readonly recorder?: IncidentRecorder | undefined;
}

export function createDeviceFacts(parts: DeviceFactsParts): DeviceFacts {
  const { store, clock, directory, settings, recorder } = parts;

  /** Appends to the lift's live alarm of this kind; undefined when there is none, or when it closed meanwhile. */
  async function appendToOpenAlarm(device: BoundDevice, message: DeviceEventMessage, messageId: string): Promise<'recorded' | 'repeated' | undefined> {
    const alarmId = (await openAlarmsOf(store, device.elevatorId))?.get(message.kind);
    if (alarmId === undefined) return undefined;
    const late = message.at < clock.nowMs() - clockToleranceMs;
    try {
      const { result } = await decide(parts, alarmLifecycle, {
        stream: `alarm-${alarmId}`,
        actor: deviceActor(device.deviceKey),
        atMs: message.at,
        messageId,
        choose: (state) => {
          if (message.cleared === true) return state.matches({ raised: { condition: 'active' } }) ? { type: 'alarm.cleared', data: { deviceEventId: message.id } } : undefined;
          if (message.level !== undefined && message.level < state.context.priority) return { type: 'alarm.worsened', data: { deviceEventId: message.id, level: message.level } };
          return { type: 'alarm.repeated', data: { deviceEventId: message.id, late } };
        },
      });
      return result?.repeated === true ? 'repeated' : 'recorded';
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  async function raiseAlarm(device: BoundDevice, message: DeviceEventMessage, messageId: string): Promise<'recorded' | 'repeated' | undefined> {
    const elevator = directory.elevator(device.elevatorId);
    if (elevator === undefined) throw new Error(`device ${device.deviceKey} is bound to lift ${device.elevatorId}, which base data does not have`);
    const alarmId = await store.nextId('alarm');
    const nowMs = clock.nowMs();
    const recording = alarmPriorities[message.kind] === 1 ? await recorder?.begin({ elevatorId: elevator.id, alarmId, rescueOrderId: null, atMs: nowMs }) : undefined;
    try {
      const result = await store.append({
        stream: `alarm-${alarmId}`,
        expectedVersion: 'none',
        actor: deviceActor(device.deviceKey),
        messageId,
        events: [
          {
            type: 'alarm.raised',
            atMs: message.at,
            data: {
              alarmId, elevatorId: elevator.id, tag: elevator.tag, addr: elevator.addr, deviceKey: device.deviceKey, deviceEventId: message.id, kind: message.kind,
              level: Math.min(message.level ?? 3, alarmPriorities[message.kind]), responsible: elevator.responsible,
              handleLimitSeconds: settings.current().alarm_handle_limit_seconds,
              late: message.at < nowMs - clockToleranceMs, clockOff: message.at > nowMs + clockToleranceMs,
              ...(message.data === undefined ? {} : { detail: message.data }),
            },
          },
        ],
        ...(recording === undefined ? {} : { effects: recording.effects }),
      });
      if (!result.repeated) recording?.kept();
      return result.repeated ? 'repeated' : 'recorded';
    } catch (error) {
      if (error instanceof UniqueConflictError) return undefined;
      throw error;
    }
  }

  /** The device's stream begins with its binding, which base data holds. */
  async function recordState(device: BoundDevice, actor: EventActor, draft: EventDraft, isNews: (status: number, load: number) => boolean): Promise<void> {
    const stream = `device-${device.deviceKey}`;
    const wish = (choose: (state: DeviceSnapshot) => EventDraft | undefined) => decide(parts, deviceLifecycle, { stream, actor, choose });
    await wish((state) =>
      state.matches({ status: 'unbound' })
        ? { type: 'device.bound', data: { deviceKey: device.deviceKey, elevatorId: device.elevatorId, deviceType: device.deviceType, reportPeriodSeconds: device.reportPeriodMs / 1_000 } }
        : undefined,
    );
    const { result } = await wish((state) => (isNews(deviceLifecycle.statusIndex(state), deviceLoadIndex(state)) ? draft : undefined));
    if (result === undefined) return;
    await wish((state) => {
      const flapped = { type: 'device.flapped', data: { flips: flappingFlips } };
      const nowMs = clock.nowMs();
      return deviceLifecycle.can(state, deviceLifecycle.parseEvent({ ...flapped, actor, atMs: nowMs, receivedAtMs: nowMs })) ? flapped : undefined;
    });
  }

  /** Nobody is rung for what cannot be read, but whoever answers calls is told; of one sender once in a while. */
  async function noticeOfPossibleHelp(deviceKey: string, reason: string, nowMs: number): Promise<void> {
    const elevator = directory.elevator(directory.device(deviceKey)?.elevatorId ?? -1);
    const userIds = await (elevator === undefined ? everyAnswerer(store) : peopleToNotify(store, 0, elevator.responsible));
    if (userIds.length === 0) return;
    const slot = Math.floor(nowMs / possibleHelpPeriodMs);
    // Names that nobody knows can be made up without end: they count as one.
    const source = elevator === undefined ? 'unknown' : deviceKey;
    await store.append({
      stream: `notice-quarantine-${source}-${slot}`,
      expectedVersion: 'any',
      actor: gatewayActor,
      messageId: `quarantine:${source}:${slot}`,
      events: [{
        type: 'notice.raised',
        atMs: nowMs,
        data: {
          title: `疑似求救：${elevator?.tag ?? '未知设备'}`,
          detail: elevator === undefined
            ? `收到一条无法识别的设备消息，可能是求救（${reason}）。请在救援呼叫中心查看原文，并联系管理员核实设备`
            : `${elevator.responsible.communityName} ${elevator.addr}：消息无法识别，可能是求救（${reason}）。请致电轿厢 ${elevator.sosTel} 核实`,
          level: 0, rescueOrderId: null, elevatorId: elevator?.id ?? null, userIds: [...userIds],
        },
      }],
    });
  }

  return {
    findDevice: (deviceKey) => directory.device(deviceKey),
    listDevices: () => directory.devices(),

    async recordedPresence() {
      const rows = await store.rows.selectFrom('device_states').select(['device_key', 'status', 'load']).where('status', 'in', [1, 2]).execute();
      return new Map(rows.map(({ device_key, status, load }) => [device_key, { isOnline: status === 1, load: load === 1 || load === 2 ? load : 0 }]));
    },

    async recordEvent(device, message) {
      const messageId = `device:${device.deviceKey}:${message.id}`;
      for (let attempt = 1; attempt <= mostTries; attempt += 1) {
        const appended = await appendToOpenAlarm(device, message, messageId);
        if (appended !== undefined) return appended;
        // Nothing is active that could be cleared: a device may say so at any time.
        if (message.cleared === true) return 'recorded';
        const raised = await raiseAlarm(device, message, messageId);
        if (raised !== undefined) return raised;
      }
      throw new Error(`alarm ${message.kind} of ${device.deviceKey} opened and closed ${mostTries} times while a message was being recorded`);
    },

    async recordReported(device, load) {
      const known = await store.rows.selectFrom('device_states').select(['status', 'load']).where('device_key', '=', device.deviceKey).executeTakeFirst();
      if (known !== undefined && known.status === 1 && known.load === load) return;
      await recordState(device, deviceActor(device.deviceKey), { type: 'device.reported', data: { load } }, (status, current) => status !== 3 && (status !== 1 || current !== load));
    },

    async recordLost(device, cause) {
      await recordState(device, gatewayActor, { type: 'device.lost', data: { cause } }, (status) => status === 1);
    },

    async recordSilent(device, missedPeriods) {
      await recordState(device, gatewayActor, { type: 'device.silent', data: { missedPeriods } }, (status) => status === 1);
    },

    async quarantine(message) {
      const payloadHash = createHash('sha256').update(message.payload).digest('hex');
      const id = await store.nextId('quarantine');
      const nowMs = clock.nowMs();
      const deviceKey = /^lift\/([^/]+)\//.exec(message.topic)?.[1] ?? '';
      await store.write(function* (queries) {
        yield* run(
          queries.insertInto('quarantine')
            .values({
              id, topic: message.topic, device_key: deviceKey, reason: message.reason, could_be_help: message.couldBeHelp ? 1 : 0,
              payload: message.payload.slice(0, longestQuarantinedPayload), payload_hash: payloadHash, repeat_num: 1, first_at_ms: nowMs, last_at_ms: nowMs,
            })
            .onConflict((conflict) => conflict.columns(['topic', 'payload_hash']).doUpdateSet((expression) => ({ repeat_num: expression('quarantine.repeat_num', '+', 1), last_at_ms: nowMs }))),
        );
      });
      if (message.couldBeHelp) await noticeOfPossibleHelp(deviceKey, message.reason, nowMs);
    },
  };
}
