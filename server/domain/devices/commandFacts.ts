import { cameraCommands, deviceCommandPayloads } from '../../../src/contract/device.ts';
import { deviceCommandEvents } from '../../../src/contract/events/deviceCommand.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { deviceCommandLifecycle } from '../../../src/machines/deviceCommandLifecycle.ts';
import { actorOf } from '../../access/principal.ts';
import { retry } from '../../runtime/retry.ts';
import type { AppendResult, EventActor, Subscription } from '../../store/eventStore.ts';
import type { DeviceCommandTable } from '../../store/tables/devices.ts';
import { deviceActor, gatewayActor } from '../actors.ts';
import { decide, type DecisionParts } from '../decide.ts';
import type { Directory } from '../city/directory.ts';
import type { CommandQueue, CommandTaker, OpenCommand } from '../../ports/commandQueue.ts';
import type { CommandDesk } from '../domain.ts';
import { requireElevatorInScope } from '../city/recordScope.ts';
import { NotFound, Refusal, unlessRefused } from '../refusal.ts';

const openStates = ['queued', 'sent', 'delivered'] as const;

/** The time for which a command waits for an offline device by default. */
const defaultTtlMs = 24 * 3_600_000;
/** If the device does not answer within this time, the command has timed out. */
const resultLimitSeconds = 60;

export interface QueueWish {
  readonly deviceKey: string;
  readonly elevatorId: number;
  readonly identifier: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly ttlMs?: number | undefined;
  readonly actor: EventActor;
  readonly messageId?: string;
  readonly causationPosition?: number;
  /** Set aside for it by what it follows from; the next one by default. */
  readonly commandId?: number;
}

interface CommandParts extends DecisionParts {
  readonly directory: Pick<Directory, 'reloadDevice' | 'device'>;
}

/** Commands are stored before they are sent: those waiting for an offline device survive a restart. */
export class Commands implements CommandQueue {
  readonly #parts: CommandParts;

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  async queue({
    deviceKey,
    elevatorId,
    identifier,
    payload,
    ttlMs = defaultTtlMs,
    actor,
    messageId,
    causationPosition,
    commandId: chosenId,
  }: QueueWish): Promise<number> {
    const { store, clock } = this.#parts;
    const commandId = chosenId ?? (await store.nextId('command'));
    const expiresAtMs = clock.nowMs() + ttlMs;
    const result: AppendResult = await store.append({
      stream: streamName('command', commandId),
      expectedVersion: 'none',
      actor,
      events: [
        {
          type: 'command.queued',
          atMs: clock.nowMs(),
          data: { commandId, deviceKey, elevatorId, identifier, payload, expiresAtMs, resultLimitSeconds },
        },
      ],
      ...(messageId === undefined ? {} : { messageId }),
      ...(causationPosition === undefined ? {} : { causationPosition }),
    });
    if (result.repeated) return deviceCommandEvents['command.queued'].parse(result.events[0]?.data).commandId;
    return commandId;
  }

  async openCommands(deviceKey: string): Promise<readonly OpenCommand[]> {
    const rows = await this.#parts.store.rows
      .selectFrom('device_commands')
      .selectAll()
      .where('device_key', '=', deviceKey)
      // A device that was moved gets no commands that were meant for the lift that it served before.
      .where('elevator_id', '=', this.#parts.directory.device(deviceKey)?.elevatorId ?? 0)
      .where('state', 'in', openStates)
      .orderBy('id')
      .execute();
    return rows.flatMap((row) => openCommandOf(row) ?? []);
  }

  async follow({ take, onError }: CommandTaker): Promise<Subscription> {
    const { store, clock } = this.#parts;
    const closing = new AbortController();
    const takeEvent = async ({ type, stream, data }: StoredEvent): Promise<void> => {
      if (type === 'command.queued')
        take({ ...deviceCommandEvents['command.queued'].parse(data), state: 'queued' }, false);
      if (type !== 'command.retried') return;
      const command = await retry(() => this.#openCommand(stream), { clock, until: closing.signal, onError });
      if (command !== undefined) take(command, true);
    };
    const subscription = store.subscribe({
      afterPosition: await store.head(),
      async onEvents(events) {
        for (const event of events) await takeEvent(event);
      },
      onError,
    });
    return {
      close() {
        closing.abort();
        return subscription.close();
      },
    };
  }

  /** As it is now; undefined if it is over. */
  async #openCommand(stream: string): Promise<OpenCommand | undefined> {
    const row = await this.#parts.store.rows
      .selectFrom('device_commands')
      .selectAll()
      .where('id', '=', Number(stream.slice('command-'.length)))
      .executeTakeFirst();
    return row === undefined ? undefined : openCommandOf(row);
  }

  async recordSent(commandId: number): Promise<void> {
    await this.#recordUnlessOver(commandId, gatewayActor, { type: 'command.sent', data: {} });
  }

  async recordAcknowledged(deviceKey: string, commandId: number): Promise<void> {
    const command = await this.#commandOf(deviceKey, commandId);
    if (command !== undefined)
      await this.#recordUnlessOver(commandId, deviceActor(deviceKey), { type: 'command.acknowledged', data: {} });
  }

  async recordResulted(
    deviceKey: string,
    commandId: number,
    result: { readonly code: number; readonly message?: string | undefined; readonly data?: unknown },
  ): Promise<void> {
    const command = await this.#commandOf(deviceKey, commandId);
    if (command === undefined) return;
    await this.#recordUnlessOver(commandId, deviceActor(deviceKey), { type: 'command.resulted', data: result });
    // It reports at another rate from now on: otherwise a slower device would be considered silent.
    if (command.identifier === 'report_period' && result.code === 0)
      await this.#parts.directory.reloadDevice(deviceKey);
  }

  /** A device may reply only to its own commands. */
  #commandOf(deviceKey: string, commandId: number): Promise<{ readonly identifier: string } | undefined> {
    return this.#parts.store.rows
      .selectFrom('device_commands')
      .select('identifier')
      .where('id', '=', commandId)
      .where('device_key', '=', deviceKey)
      .executeTakeFirst();
  }

  /** Replies may come twice or late: one that the machine no longer accepts changes nothing. */
  async #recordUnlessOver(
    commandId: number,
    actor: EventActor,
    draft: { readonly type: string; readonly data: unknown },
  ): Promise<void> {
    await unlessRefused(
      decide(this.#parts, deviceCommandLifecycle, {
        stream: streamName('command', commandId),
        actor,
        choose: () => draft,
      }),
    );
  }
}

/** Undefined for a command that is over. */
function openCommandOf(row: DeviceCommandTable): OpenCommand | undefined {
  const state = openStates.find((name) => name === row.state);
  if (state === undefined) return undefined;
  return {
    commandId: row.id,
    deviceKey: row.device_key,
    identifier: row.identifier,
    payload: deviceCommandEvents['command.queued'].shape.payload.parse(JSON.parse(row.payload)),
    expiresAtMs: row.expires_at_ms,
    state,
  };
}

export function createCommandDesk(commands: Commands, directory: Directory): CommandDesk {
  return {
    async queue(by, { elevatorId, identifier, payload, deviceKey, ttlMs }) {
      requireElevatorInScope(directory, by, elevatorId);
      const named = deviceKey === undefined ? undefined : directory.device(deviceKey);
      if (deviceKey !== undefined && named?.elevatorId !== elevatorId)
        throw new NotFound('设备不存在，或不是这台电梯的设备');
      const isForCamera = cameraCommands.has(identifier);
      const device = named ?? (isForCamera ? directory.cameraOf(elevatorId) : directory.collectorOf(elevatorId));
      if (isForCamera && device?.deviceType !== 'CAM')
        throw new Refusal(
          '只有摄像头可以保持或释放梯门，请选择电梯的摄像头；没有时请先绑定',
          refusalCodes.notAllowedNow,
        );
      if (device === undefined) throw new Refusal('该电梯没有绑定采集器，无法下发指令；请先绑定设备');
      if (device.isDisabled) throw new Refusal('该设备已禁用，请先启用', refusalCodes.notAllowedNow);
      const schema = Object.entries(deviceCommandPayloads).find(([name]) => name === identifier)?.[1];
      if (schema === undefined)
        throw new Refusal('不支持的指令，请从列表中选择', refusalCodes.invalid, [
          { field: 'identifier', message: '不支持的指令' },
        ]);
      const parsed = schema.safeParse(payload);
      if (!parsed.success) {
        throw new Refusal(
          '指令参数不正确，请修改后重试',
          refusalCodes.invalid,
          parsed.error.issues.map(({ path, message }) => ({ field: ['payload', ...path].join('.'), message })),
        );
      }
      const commandId = await commands.queue({
        deviceKey: device.deviceKey,
        elevatorId,
        identifier,
        payload: parsed.data,
        ttlMs,
        actor: actorOf(by),
      });
      return { commandId, state: 'queued' };
    },
  };
}
