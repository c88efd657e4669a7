import type { DeviceEventMessage } from '../../src/contract/device.ts';
import type {
  BoundDevice,
  CodeReport,
  DeviceCode,
  DeviceDescription,
  DeviceFacts,
  QuarantinedMessage,
  RecordedPresence,
  ReportOutcome,
} from '../../server/domain/domain.ts';
import type { CommandQueue, CommandTaker, OpenCommand } from '../../server/ports/commandQueue.ts';

export interface RecordedEvent {
  readonly deviceKey: string;
  readonly message: DeviceEventMessage;
}

/** The devices' port in memory; `beforeCommit` stands for the disk under events and quarantine. */
export class FakeDevices implements DeviceFacts {
  readonly events: RecordedEvent[] = [];
  /** Ids of the events whose recording has begun. */
  readonly begun: string[] = [];
  readonly presence: string[] = [];
  readonly quarantined: QuarantinedMessage[] = [];
  beforeCommit: () => Promise<void> = () => Promise.resolve();
  readonly #bound: Map<string, BoundDevice>;
  readonly #eventIds = new Set<string>();

  constructor(deviceKeys: readonly string[], reportPeriodMs = 5_000) {
    this.#bound = new Map(
      deviceKeys.map((deviceKey, index) => [
        deviceKey,
        {
          deviceKey,
          elevatorId: index + 1,
          deviceType: 'COL',
          reportPeriodMs,
          secretVersion: 1,
          isDisabled: false,
          isRescueTerminal: true,
        },
      ]),
    );
  }

  findDevice(deviceKey: string): BoundDevice | undefined {
    return this.#bound.get(deviceKey);
  }

  secretVersionOf(deviceKey: string): number {
    return this.#bound.get(deviceKey)?.secretVersion ?? 1;
  }

  listDevices(): readonly BoundDevice[] {
    return [...this.#bound.values()];
  }

  /** The presence that an earlier process recorded. */
  recorded = new Map<string, RecordedPresence>();

  async recordedPresence(): Promise<ReadonlyMap<string, RecordedPresence>> {
    return this.recorded;
  }

  async recordEvent({ deviceKey }: BoundDevice, message: DeviceEventMessage): Promise<ReportOutcome> {
    this.begun.push(message.id);
    await this.beforeCommit();
    const id = `${deviceKey}/${message.id}`;
    if (this.#eventIds.has(id)) return 'repeated';
    this.#eventIds.add(id);
    this.events.push({ deviceKey, message });
    return 'recorded';
  }

  async recordReported({ deviceKey }: BoundDevice, load: 0 | 1 | 2): Promise<void> {
    this.presence.push(`${deviceKey} reported ${load}`);
  }

  readonly described: string[] = [];
  async recordDescribed({ deviceKey }: BoundDevice, { model, firmware }: DeviceDescription): Promise<void> {
    this.described.push(`${deviceKey} ${model} ${firmware}`);
  }

  /** The codes that an earlier process recorded. */
  standing = new Map<string, readonly DeviceCode[]>();
  readonly codes: string[] = [];
  async recordedCodes(): Promise<ReadonlyMap<string, readonly DeviceCode[]>> {
    return this.standing;
  }

  async recordCode({ deviceKey }: BoundDevice, { kind, vendorCode, code, times }: CodeReport): Promise<void> {
    await this.beforeCommit();
    this.codes.push(
      `${deviceKey} ${kind} ${vendorCode}${code === vendorCode ? '' : `=${code}`}${times > 1 ? ` ×${times}` : ''}`,
    );
  }

  readonly selfTests: string[] = [];
  async recordSelfTest({ deviceKey }: BoundDevice, atMs: number): Promise<void> {
    this.selfTests.push(`${deviceKey} ${atMs}`);
  }

  async recordLost({ deviceKey }: BoundDevice, cause: string): Promise<void> {
    this.presence.push(`${deviceKey} lost ${cause}`);
  }

  async recordSilent({ deviceKey }: BoundDevice, missedPeriods: number): Promise<void> {
    this.presence.push(`${deviceKey} silent ${missedPeriods}`);
  }

  async quarantine(message: QuarantinedMessage): Promise<void> {
    await this.beforeCommit();
    this.quarantined.push(message);
  }
}

interface KeptCommand {
  command: OpenCommand;
  result?: { readonly code: number };
}

/** The commands' port in memory. */
export class FakeCommands implements CommandQueue {
  readonly log: string[] = [];
  readonly #commands = new Map<number, KeptCommand>();
  readonly #takers = new Set<CommandTaker>();

  queue(command: Pick<OpenCommand, 'commandId' | 'deviceKey' | 'expiresAtMs'> & Partial<OpenCommand>): void {
    const queued: OpenCommand = { identifier: 'volume', payload: { outputvol: 50 }, state: 'queued', ...command };
    this.#commands.set(command.commandId, { command: queued });
    for (const { take } of this.#takers) take(queued, false);
  }

  stateOf(commandId: number): string {
    const kept = this.#commands.get(commandId);
    if (kept?.result !== undefined) return kept.result.code === 0 ? 'succeeded' : 'failed';
    return kept?.command.state ?? 'unknown';
  }

  async openCommands(deviceKey: string): Promise<readonly OpenCommand[]> {
    return [...this.#commands.values()]
      .filter((kept) => kept.result === undefined && kept.command.deviceKey === deviceKey)
      .map(({ command }) => command);
  }

  async follow(taker: CommandTaker): Promise<{ close(): Promise<void> }> {
    this.#takers.add(taker);
    return {
      close: async () => {
        this.#takers.delete(taker);
      },
    };
  }

  async recordSent(commandId: number): Promise<void> {
    this.#move(commandId, 'sent');
  }

  async recordAcknowledged(deviceKey: string, commandId: number): Promise<void> {
    this.#move(commandId, 'delivered', deviceKey);
  }

  async recordResulted(deviceKey: string, commandId: number, result: { readonly code: number }): Promise<void> {
    const kept = this.#commands.get(commandId);
    if (kept === undefined || kept.command.deviceKey !== deviceKey) return;
    kept.result = result;
    this.log.push(`${commandId} resulted ${result.code}`);
  }

  #move(commandId: number, state: OpenCommand['state'], deviceKey?: string): void {
    const kept = this.#commands.get(commandId);
    if (kept === undefined || (deviceKey !== undefined && kept.command.deviceKey !== deviceKey)) return;
    kept.command = { ...kept.command, state };
    this.log.push(`${commandId} ${state}`);
  }
}
