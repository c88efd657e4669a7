import type { DeviceCommandMessage } from '../../src/contract/device.ts';
import { toWireTime } from '../../src/contract/time.ts';
import type { CommandQueue, OpenCommand } from '../ports/commandQueue.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';

/** Connecting, subscribing and reporting follow within a moment: a command is sent once for all of them. */
const sameOccasionMs = 3_000;

export interface CommandSenderOptions {
  readonly clock: Clock;
  readonly commands: CommandQueue;
  /** True if the device is online and listens to its command topic, as far as is known. */
  readonly canReach: (deviceKey: string) => boolean;
  readonly publish: (deviceKey: string, message: DeviceCommandMessage) => void;
  readonly onTrouble: OnTrouble;
}

/** Sends waiting commands when their device is online, and again each time it returns, until the device confirms them. */
export class CommandSender {
  readonly #options: CommandSenderOptions;
  readonly #turns = new Map<string, Promise<void>>();
  readonly #sentAtMs = new Map<number, number>();
  #following: { close(): Promise<void> } | undefined;

  constructor(options: CommandSenderOptions) {
    this.#options = options;
  }

  /** From now on commands are sent as they are queued, by whichever process. Rejects where the log cannot be read. */
  async start(): Promise<void> {
    const { commands, canReach, onTrouble } = this.#options;
    this.#following = await commands.follow({
      take: (command, isRetry) => {
        if (!canReach(command.deviceKey)) return;
        // A retry is a new occasion.
        if (isRetry) this.#sentAtMs.delete(command.commandId);
        this.#takeTurn(command.deviceKey, () => this.#send(command));
      },
      onError: (error) => onTrouble('读取待发送的指令出错，将重试', error),
    });
  }

  /** Called when the device has connected, subscribed or returned. */
  deviceReady(deviceKey: string): void {
    if (!this.#options.canReach(deviceKey)) return;
    this.#takeTurn(deviceKey, async () => {
      for (const command of await this.#options.commands.openCommands(deviceKey)) await this.#send(command);
    });
  }

  async close(): Promise<void> {
    await this.#following?.close();
    await Promise.all(this.#turns.values());
  }

  /** One device's commands are sent in the order in which they were queued. */
  #takeTurn(deviceKey: string, send: () => Promise<void>): void {
    const turn = (this.#turns.get(deviceKey) ?? Promise.resolve())
      .then(send)
      .catch((error: unknown) => this.#options.onTrouble(`设备 ${deviceKey} 的指令未能发送`, error))
      .finally(() => {
        if (this.#turns.get(deviceKey) === turn) this.#turns.delete(deviceKey);
      });
    this.#turns.set(deviceKey, turn);
  }

  async #send(command: OpenCommand): Promise<void> {
    const { clock, commands, canReach, publish } = this.#options;
    const nowMs = clock.monotonicMs();
    const { commandId, deviceKey, identifier, payload, expiresAtMs, state } = command;
    if (expiresAtMs <= clock.nowMs() || !canReach(deviceKey)) return;
    if (nowMs - (this.#sentAtMs.get(commandId) ?? Number.NEGATIVE_INFINITY) < sameOccasionMs) return;
    this.#remember(commandId, nowMs);
    try {
      // Recorded first, so that the device's reply never precedes the record; after a crash in between it is sent again
      // on the next connect.
      if (state !== 'delivered') await commands.recordSent(commandId);
    } catch (error) {
      if (error instanceof Refusal) return;
      this.#sentAtMs.delete(commandId);
      throw error;
    }
    publish(deviceKey, {
      command_id: commandId,
      identifier,
      payload: { ...payload },
      expires_at: toWireTime(expiresAtMs),
    });
  }

  #remember(commandId: number, nowMs: number): void {
    for (const [id, atMs] of this.#sentAtMs) {
      if (nowMs - atMs < sameOccasionMs) break;
      this.#sentAtMs.delete(id);
    }
    this.#sentAtMs.delete(commandId);
    this.#sentAtMs.set(commandId, nowMs);
  }
}
