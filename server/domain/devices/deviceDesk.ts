import type { DeviceType } from '../../../src/contract/deviceTypes.ts';
import { refusalCodes, type FieldErrors } from '../../../src/contract/envelope.ts';
import type { DeviceEventType } from '../../../src/contract/events/device.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { deviceCommandLifecycle } from '../../../src/machines/deviceCommandLifecycle.ts';
import { deviceLifecycle } from '../../../src/machines/deviceLifecycle.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import { elevatorScopeCondition, isInScope } from '../../access/scope.ts';
import { run, UniqueConflictError, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { gatewayActor } from '../actors.ts';
import { decide, decideAs, type DecisionParts } from '../decide.ts';
import { beginDeviceStream, deviceStream } from './deviceStream.ts';
import { firstSecretVersion, type Directory } from '../city/directory.ts';
import type { BoundDevice } from '../domain.ts';
import type { CommandQueue } from '../../ports/commandQueue.ts';
import { requireElevatorInScope } from '../city/recordScope.ts';
import { NotFound, Refusal } from '../refusal.ts';
import { readSteps } from '../readSteps.ts';
import { judgeSound } from '../rows/soundValues.ts';
import { roomJudgements, roomSchema, type EnteredDevice } from './deviceRoom.ts';

export interface NewDevice {
  readonly elevatorId: number;
  readonly deviceKey: string;
  readonly deviceType: DeviceType;
  readonly vendor: string;
  readonly model: string;
  readonly firmware: string;
  readonly reportPeriodSeconds: number;
  readonly isRescueTerminal: boolean;
}

/**
 * Changes which device serves which lift, and turns devices off and on. Each throws NotFound for a lift or a device out of the caller's scope
 * and Refusal with a Chinese message. When the promise resolves, the gateway knows the change.
 */
export interface DeviceDesk {
  /** Returns the version from which the device's secret is derived: never one that an earlier owner of the key has seen. */
  bind(by: Principal, device: NewDevice): Promise<{ readonly secretVersion: number }>;
  /** Returns the problems of a device that does not fit its schema yet; nothing for a lift out of the caller's scope. */
  cannotBind(by: Principal, entered: unknown): Promise<FieldErrors['errors']>;
  /** Makes it the one rescue terminal of its lift. */
  chooseTerminal(by: Principal, deviceKey: string, elevatorId?: number): Promise<{ readonly elevatorId: number }>;
  /** An open rescue order of the lift stays open; commands that wait for the device are cancelled. */
  unbind(by: Principal, deviceKey: string, reason: string): Promise<void>;
  disable(by: Principal, deviceKey: string, reason: string): Promise<void>;
  enable(by: Principal, deviceKey: string, reason: string): Promise<void>;
}

export interface DeviceDeskParts extends DecisionParts {
  readonly directory: Pick<Directory, 'device' | 'elevator' | 'reloadDevice' | 'collectorOf' | 'rescueTerminalOf'>;
  readonly commands: Pick<CommandQueue, 'openCommands'>;
  /** Closes the connections that a device has now. */
  readonly disconnectDevice: (deviceKey: string) => void;
}

/** More are a mistake, or someone who fills the memory. */
const mostDevicesOfLift = 20;

/** The device, if it serves a lift in the caller's scope; an absent one and one out of scope get the same NotFound. */
export function requireDeviceInScope(
  directory: Pick<Directory, 'device' | 'elevator'>,
  by: Principal,
  deviceKey: string,
): BoundDevice {
  const device = directory.device(deviceKey);
  const elevator = device === undefined ? undefined : directory.elevator(device.elevatorId);
  if (device === undefined || elevator === undefined || !isInScope(by.scope, elevator.responsible))
    throw new NotFound('设备不存在，或您无权管理');
  return device;
}

/** Asked again in the transaction of the change: the lift may have gone, or moved out of the caller's scope. */
function* requireLift(queries: Queries, by: Principal, elevatorId: number): TransactionSteps {
  const [lift] = yield* run(
    queries
      .selectFrom('elevators as e')
      .innerJoin('communities as c', 'c.id', 'e.community_id')
      .select('e.id')
      .where('e.id', '=', elevatorId)
      .where(() => elevatorScopeCondition(by.scope)),
  );
  if (lift === undefined) throw new NotFound('电梯不存在，或您无权查看');
}

function* requireRoom(queries: Queries, by: Principal, device: EnteredDevice): TransactionSteps {
  const problems: FieldErrors['errors'] = [];
  for (const judge of roomJudgements) problems.push(...(yield* judge(queries, null, device, by)));
  if (problems.length > 0) throw wrongFields(problems);
  const others = yield* run(
    queries.selectFrom('devices').select('device_key').where('elevator_id', '=', device.elevator_id),
  );
  if (others.length >= mostDevicesOfLift)
    throw new Refusal(`一台电梯最多绑定 ${mostDevicesOfLift} 个设备，请先解绑不用的`, refusalCodes.notAllowedNow);
}

export function createDeviceDesk(parts: DeviceDeskParts): DeviceDesk {
  const { store, directory, commands, disconnectDevice } = parts;

  async function recordOf({ deviceKey }: BoundDevice) {
    const row = await store.rows
      .selectFrom('devices')
      .selectAll()
      .where('device_key', '=', deviceKey)
      .executeTakeFirst();
    if (row === undefined) throw new NotFound('设备不存在，或您无权管理');
    return {
      elevator_id: row.elevator_id,
      device_type: row.device_type,
      vendor: row.vendor,
      model: row.model,
      firmware: row.firmware,
      report_period: row.report_period_seconds,
      is_rescue_terminal: row.is_rescue_terminal === 1,
      secret_version: row.secret_version,
    };
  }

  /** One step of a device that serves a lift in scope, with its row, and then what the gateway has in memory. */
  async function step(
    by: Principal,
    { deviceKey, elevatorId }: BoundDevice,
    event: { readonly type: DeviceEventType; readonly data: unknown },
    effects: (queries: Queries) => TransactionSteps,
  ): Promise<void> {
    await decideAs(parts, by, deviceLifecycle, {
      stream: deviceStream(deviceKey),
      choose: () => event,
      *effects(queries) {
        yield* requireLift(queries, by, elevatorId);
        yield* effects(queries);
      },
    });
    await directory.reloadDevice(deviceKey);
  }

  async function setDisabled(by: Principal, deviceKey: string, reason: string, isDisabled: boolean): Promise<void> {
    const device = requireDeviceInScope(directory, by, deviceKey);
    await beginDeviceStream(parts, device, gatewayActor);
    await step(
      by,
      device,
      {
        type: isDisabled ? 'device.disabled' : 'device.enabled',
        data: { reason, before: { is_disabled: !isDisabled }, after: { is_disabled: isDisabled } },
      },
      function* (queries) {
        yield* run(
          queries
            .updateTable('devices')
            .set({ is_disabled: isDisabled ? 1 : 0 })
            .where('device_key', '=', deviceKey),
        );
      },
    );
    disconnectDevice(deviceKey);
  }

  /** Commands that were already sent run into their own deadline. */
  async function cancelWaiting(by: Principal, deviceKey: string, reason: string): Promise<void> {
    for (const { commandId } of await commands.openCommands(deviceKey))
      await decide(parts, deviceCommandLifecycle, {
        stream: streamName('command', commandId),
        actor: actorOf(by),
        choose: (state) =>
          state.matches('queued')
            ? { type: 'command.cancelled', data: { reason: `设备已解绑：${reason}` } }
            : undefined,
      });
  }

  return {
    async bind(by, device) {
      const { elevatorId, deviceKey, deviceType, vendor, model, firmware, reportPeriodSeconds } = device;
      const is_rescue_terminal = device.isRescueTerminal;
      const entered = { elevator_id: elevatorId, device_key: deviceKey, device_type: deviceType, is_rescue_terminal };
      requireElevatorInScope(directory, by, elevatorId);
      // Before the device's own steps refuse it in fewer words.
      await readSteps(store.rows, requireRoom(store.rows, by, entered));
      let secretVersion = firstSecretVersion;
      let wasBound = false;
      const binding = decideAs(parts, by, deviceLifecycle, {
        stream: deviceStream(deviceKey),
        choose: () => ({
          type: 'device.installed',
          data: {
            deviceKey,
            elevatorId,
            deviceType,
            reportPeriodSeconds,
            before: null,
            after: {
              elevator_id: elevatorId,
              device_type: deviceType,
              vendor,
              model,
              firmware,
              report_period: reportPeriodSeconds,
              is_rescue_terminal,
            },
          },
        }),
        *effects(queries) {
          yield* requireLift(queries, by, elevatorId);
          yield* requireRoom(queries, by, entered);
          const [before] = yield* run(
            queries.deleteFrom('unbound_devices').where('device_key', '=', deviceKey).returning('secret_version'),
          );
          wasBound = before !== undefined;
          secretVersion = before === undefined ? firstSecretVersion : before.secret_version + 1;
          yield* run(
            queries.insertInto('devices').values({
              device_key: deviceKey,
              elevator_id: elevatorId,
              device_type: deviceType,
              report_period_seconds: reportPeriodSeconds,
              secret_version: secretVersion,
              vendor,
              model,
              firmware,
              is_rescue_terminal: is_rescue_terminal ? 1 : 0,
            }),
          );
        },
      });
      await told(binding, '这个编号或这台电梯的设备刚刚被他人绑定，请刷新后重试');
      await directory.reloadDevice(deviceKey);
      // The connection under this key is that of the device that had it before.
      if (wasBound) disconnectDevice(deviceKey);
      return { secretVersion };
    },

    async cannotBind(by, entered) {
      const { success, data } = roomSchema.pick({ elevator_id: true }).safeParse(entered);
      const lift = success ? directory.elevator(data.elevator_id) : undefined;
      if (lift === undefined || !isInScope(by.scope, lift.responsible)) return [];
      return judgeSound(store.rows, roomSchema, roomJudgements, { id: null, entered, by });
    },

    async chooseTerminal(by, deviceKey, elevatorId) {
      const device = requireDeviceInScope(directory, by, deviceKey);
      if (elevatorId !== undefined && elevatorId !== device.elevatorId) throw new NotFound('设备不存在，或您无权管理');
      if (device.isRescueTerminal) throw new Refusal('该设备已是救援终端', refusalCodes.notAllowedNow);
      const before = directory.rescueTerminalOf(device.elevatorId)?.deviceKey ?? '';
      await beginDeviceStream(parts, device, gatewayActor);
      const choosing = step(
        by,
        device,
        {
          type: 'device.terminalChosen',
          data: {
            elevatorId: device.elevatorId,
            before: { rescue_terminal: before },
            after: { rescue_terminal: deviceKey },
          },
        },
        function* (queries) {
          yield* run(
            queries
              .updateTable('devices')
              .set({ is_rescue_terminal: 0 })
              .where('elevator_id', '=', device.elevatorId)
              .where('is_rescue_terminal', '=', 1),
          );
          yield* run(queries.updateTable('devices').set({ is_rescue_terminal: 1 }).where('device_key', '=', deviceKey));
        },
      );
      await told(choosing, '他人刚刚指定了这台电梯的救援终端，请刷新查看');
      if (before !== '') await directory.reloadDevice(before);
      return { elevatorId: device.elevatorId };
    },

    async unbind(by, deviceKey, reason) {
      const device = requireDeviceInScope(directory, by, deviceKey);
      await beginDeviceStream(parts, device, gatewayActor);
      const before = await recordOf(device);
      await cancelWaiting(by, deviceKey, reason);
      await step(
        by,
        device,
        { type: 'device.unbound', data: { reason, elevatorId: device.elevatorId, before, after: null } },
        function* (queries) {
          const [row] = yield* run(
            queries.deleteFrom('devices').where('device_key', '=', deviceKey).returning('secret_version'),
          );
          const unbound = {
            elevator_id: device.elevatorId,
            secret_version: row?.secret_version ?? before.secret_version,
            unbound_at_ms: parts.clock.nowMs(),
          };
          yield* run(
            queries
              .insertInto('unbound_devices')
              .values({ device_key: deviceKey, ...unbound })
              .onConflict((conflict) => conflict.column('device_key').doUpdateSet(unbound)),
          );
          yield* run(queries.deleteFrom('device_descriptions').where('device_key', '=', deviceKey));
          yield* run(queries.deleteFrom('device_self_tests').where('device_key', '=', deviceKey));
        },
      );
      disconnectDevice(deviceKey);
    },

    disable: (by, deviceKey, reason) => setDisabled(by, deviceKey, reason, true),
    enable: (by, deviceKey, reason) => setDisabled(by, deviceKey, reason, false),
  };
}

const wrongFields = (problems: FieldErrors['errors']): Refusal =>
  new Refusal('请修改标出的内容后重试', refusalCodes.invalid, problems);

/** The unique rows are the last safeguard against two people at the same moment. */
async function told<Result>(change: Promise<Result>, message: string): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof UniqueConflictError) throw new Refusal(message, refusalCodes.conflict);
    throw error;
  }
}
