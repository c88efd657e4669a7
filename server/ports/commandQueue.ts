/** A command that its device has not answered yet. */
export interface OpenCommand {
  readonly commandId: number;
  readonly deviceKey: string;
  readonly identifier: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly expiresAtMs: number;
  readonly state: 'queued' | 'sent' | 'delivered';
}

/** Takes commands that have entered the queue. */
export interface CommandTaker {
  /** `isRetry`: it was sent before, in vain, and is wanted again. */
  readonly take: (command: OpenCommand, isRetry: boolean) => void;
  /** A command could not be read from the log or its row; the queue tries again. */
  readonly onError: (error: unknown) => void;
}

/**
 * Commands on their way to devices. The queue is the log: a command is in it once its event is committed, whichever process
 * committed it, and even if that process ended before it could tell anyone.
 */
export interface CommandQueue {
  /** Commands that still wait for their device, oldest first: sent again on each connect. */
  openCommands(deviceKey: string): Promise<readonly OpenCommand[]>;
  /**
   * Gives the taker each command that is queued or retried after this resolves, in the order of the log, after its commit. Rejects
   * where the log cannot be read.
   */
  follow(taker: CommandTaker): Promise<{ close(): Promise<void> }>;
  recordSent(commandId: number): Promise<void>;
  /** The device itself says that it has it. */
  recordAcknowledged(deviceKey: string, commandId: number): Promise<void>;
  recordResulted(
    deviceKey: string,
    commandId: number,
    result: { readonly code: number; readonly message?: string | undefined; readonly data?: unknown },
  ): Promise<void>;
}
